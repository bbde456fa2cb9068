import type { FaultKind } from './judge-response.ts'
import type { StoreKind } from './fixture.ts'

/** A text in the sources and its buggy replacement. */
export interface SourcePatch {
  readonly file: string
  /** Occurs exactly once. */
  readonly from: string
  readonly to: string
}

/** A bug that a soak test must find. */
export interface ExpectedFault {
  readonly name: string
  /** The failure types it may be reported as. */
  readonly kinds: readonly FaultKind[]
  readonly store: StoreKind
  readonly patches: readonly SourcePatch[]
}

const DASHBOARD = 'server/resources/dashboard/body.ts'

/** Applied to a copy of the sources, one at a time; the product itself has no switch for any of them. */
export const faults: readonly ExpectedFault[] = [
  {
    name: 'acknowledged-not-committed',
    kinds: ['lost write'],
    store: 'sqlite',
    patches: [
      {
        file: DASHBOARD,
        from: '  const patch = await toPatch(body, request, row)\n',
        to: '  const patch = await toPatch(body, request, row)\n  let given: Dashboard | undefined\n',
      },
      {
        file: DASHBOARD,
        from: "    await putTags(tx, user, 'dashboard', row.id, body.tags)\n    return after\n  })\n",
        to: `    await putTags(tx, user, 'dashboard', row.id, body.tags)
    given = after.version % 7 === 0 ? after : undefined
    if (given) throw new Error('Undone')
    return after
  }).catch((error: unknown) => {
    if (given) return given
    throw error
  })
`,
      },
    ],
  },
  {
    name: 'version-not-compared',
    kinds: ['lost write'],
    store: 'sqlite',
    patches: [{ file: DASHBOARD, from: 'ifVersion === undefined ? {} : { ifVersion }', to: '{}' }],
  },
  {
    name: 'kept-answers-without-row-rules',
    kinds: ['foreign answer'],
    store: 'sqlite',
    patches: [
      {
        file: 'server/data/plan/query-request.ts',
        from: '    rules,\n    ...(masks.length > 0 ? { masks } : {}),\n    ...(tables.length > 0 ? { tables } : {}),\n',
        to: '    ...(masks.length > 0 ? { masks } : {}),\n',
      },
    ],
  },
  {
    name: 'repeated-calls-of-anybody',
    kinds: ['foreign answer'],
    store: 'sqlite',
    patches: [
      {
        file: 'server/http/response-cache.ts',
        from: '${url}\\n${user}\\n${cookie}\\n${authorization}\\n',
        to: '${url}\\n',
      },
    ],
  },
  {
    name: 'engine-death-told-as-a-wrong-query',
    kinds: ['wrong refusal'],
    store: 'sqlite',
    patches: [
      {
        file: 'server/processes/engine-file.ts',
        from: '    const live = calls.filter(({ over }) => !over)\n',
        to: "    for (const call of calls) call.settle(new Error('The engine has gone'))\n    const live: Call[] = []\n",
      },
    ],
  },
  {
    name: 'store-gone-without-a-name',
    kinds: ['unnamed 5xx'],
    store: 'postgres',
    patches: [
      {
        file: 'server/store/constraint-violations.ts',
        from: "  if (isConnectionLost(code ?? '', message)) return new StoreUnavailable(message, { cause: error })\n",
        to: '',
      },
    ],
  },
  {
    name: 'store-gone-never-answered',
    kinds: ['no answer'],
    store: 'postgres',
    patches: [
      {
        file: 'server/http/health.ts',
        from: "        return sendFailure(context, reply, new ApiError('unavailable', { cause }))",
        to: '        return new Promise(() => cause)',
      },
    ],
  },
  {
    name: 'upload-answered-before-it-is-kept',
    kinds: ['wrong count', 'wrong refusal'],
    store: 'sqlite',
    patches: [
      {
        file: 'server/upload/csv.ts',
        from: '    const report = await sources.load(database, { ...target, file, ...reading, ...unsure }, signal, onRows)\n',
        to: `    const loading = sources.load(database, { ...target, file, ...reading, ...unsure })
    void loading.catch(() => {})
    const report = target.existing === 'fail' ? await loading : { records: 0, rows: 0, has_header: true, counts: {}, reported: [] }
`,
      },
    ],
  },
]
