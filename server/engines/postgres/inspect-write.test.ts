import { expect, it } from 'vitest'
import { inspectWrite } from './inspect-write.ts'

it.each([
  ['INSERT INTO a.t SELECT * FROM s', 'INSERT', ['a.t'], ['s']],
  ['INSERT INTO t VALUES (1) ON CONFLICT (n) DO UPDATE SET n = (SELECT 1 FROM u)', 'INSERT', ['t'], ['u']],
  ['WITH c AS (SELECT 1 FROM s) DELETE FROM c USING c AS d', 'DELETE', ['c'], ['s']],
  ['UPDATE t SET n = 1 FROM b.u WHERE EXISTS (SELECT 1 FROM v)', 'UPDATE', ['t'], ['v', 'b.u']],
  ['MERGE INTO t USING s ON t.n = s.n WHEN MATCHED THEN DELETE', 'MERGE', ['t'], ['s']],
  ['TRUNCATE t, a.u', 'TRUNCATE', ['t', 'a.u'], []],
  ['CREATE TABLE t (n int REFERENCES s)', 'CREATE TABLE', ['t'], ['s']],
  ['CREATE TABLE t AS SELECT * FROM s', 'CREATE TABLE', ['t'], ['s']],
  ['CREATE VIEW t AS SELECT * FROM s', 'CREATE VIEW', ['t'], ['s']],
  ['ALTER TABLE t ADD FOREIGN KEY (n) REFERENCES s', 'ALTER', ['t'], ['s']],
  ['DROP TABLE t, a."U"', 'DROP', ['t', 'a.U'], []],
])('finds the tables that %s writes and reads', async (sql, kind, targets, sources) => {
  const read = await inspectWrite(sql)
  const names = (tables: readonly { schema: string | null; name: string }[]) =>
    tables.map(({ schema, name }) => (schema === null ? name : `${schema}.${name}`))
  expect(read.ok && [read.kind, names(read.targets), names(read.sources), read.unsupportedElements]).toEqual([
    kind,
    targets,
    sources,
    [],
  ])
})

it.each([
  ['WITH x AS (INSERT INTO s VALUES (1) RETURNING n) INSERT INTO t SELECT n FROM x', 'INSERT'],
  ['WITH x AS (DELETE FROM s RETURNING n) SELECT n FROM x', 'DELETE'],
  ['INSERT INTO t SELECT * FROM s FOR UPDATE', 'SELECT FOR UPDATE'],
  ['DELETE FROM t RETURNING n', 'RETURNING'],
  ['CREATE TEMPORARY TABLE t (n int)', 'TEMPORARY'],
  ['CREATE TABLE t (n int) INHERITS (s)', 'inhRelations'],
  ['CREATE TABLE t (n int) TABLESPACE x', 'tablespacename'],
  ['CREATE MATERIALIZED VIEW t AS SELECT 1', 'CREATE MATERIALIZED VIEW'],
  ['ALTER TABLE t OWNER TO x', 'ALTER TABLE (ChangeOwner)'],
  ['ALTER TABLE t DISABLE TRIGGER ALL', 'ALTER TABLE (DisableTrigAll)'],
  ['ALTER TABLE t DISABLE ROW LEVEL SECURITY', 'ALTER TABLE (DisableRowSecurity)'],
  ['ALTER TABLE t SET SCHEMA x', 'ALTER OBJECT SCHEMA'],
  ['ALTER INDEX i RENAME TO j', 'ALTER INDEX RENAME'],
  ['DROP FUNCTION f', 'DROP FUNCTION'],
  ['DROP SCHEMA s CASCADE', 'DROP SCHEMA'],
  ['CREATE FUNCTION f() RETURNS int AS $$ SELECT 1 $$ LANGUAGE sql', 'CREATE FUNCTION'],
  ["COPY t FROM PROGRAM 'id'", 'COPY'],
  ['CREATE ROLE r SUPERUSER', 'CREATE ROLE'],
  ['GRANT ALL ON t TO PUBLIC', 'GRANT'],
  ['DO $$ BEGIN END $$', 'DO'],
  ['SET search_path TO x', 'VARIABLE SET'],
  ['CALL f()', 'CALL'],
  ['VACUUM t', 'VACUUM'],
  ['CREATE INDEX i ON t (n)', 'INDEX'],
  ['CREATE EXTENSION dblink', 'CREATE EXTENSION'],
  ['TRUNCATE t; TRUNCATE u', 'several statements'],
])('rejects %s', async (sql, message) => {
  expect(await inspectWrite(sql)).toEqual({ ok: false, reason: 'refused', message })
})
