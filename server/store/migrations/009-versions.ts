import { sql } from 'kysely'
import type { AnyDatabase, Engine } from './schema.ts'

const counted = [
  'users',
  'roles',
  'user_roles',
  'permissions',
  'role_permissions',
  'sessions',
  'owners',
  'databases',
  'datasets',
  'dataset_columns',
  'dataset_metrics',
  'charts',
  'dashboards',
  'dashboard_charts',
  'dashboard_roles',
  'dashboard_grants',
  'filter_sets',
  'row_rules',
  'row_rule_datasets',
  'row_rule_roles',
  'annotation_layers',
  'annotations',
]

/**
 * Versions of what is stored, by table, raised by every statement that writes, in its transaction. The version is the sum
 * over lanes: transactions at a time write different lanes, so that none waits for another, nor two for each other. A file
 * of SQLite tells its version itself.
 */
export async function up(db: AnyDatabase, engine: Engine): Promise<void> {
  if (engine === 'sqlite') return
  await sql`create table versions (
      kind text collate "C" not null, lane integer not null, version bigint not null, primary key (kind, lane)
    )`.execute(db)
  await sql`create function raise_version() returns trigger language plpgsql as $$
    declare
      mine integer := nullif(current_setting('facet.lane', true), '');
    begin
      if mine is null then
        for each_lane in 1..64 loop
          if pg_try_advisory_xact_lock(1179009876, each_lane) then
            mine := each_lane;
            exit;
          end if;
        end loop;
        mine := coalesce(mine, 1 + pg_backend_pid() % 64);
        perform set_config('facet.lane', mine::text, true);
      end if;
      insert into versions values (tg_table_name, mine, 1)
        on conflict (kind, lane) do update set version = versions.version + 1;
      return null;
    end $$`.execute(db)
  for (const table of counted) {
    await sql`create trigger raise_version after insert or update or delete or truncate on ${sql.table(table)}
      for each statement execute function raise_version()`.execute(db)
  }
}
