import { configureCalls } from '#calls/call.ts'

// Test files of modules without a server share module state: each file starts with fresh settings.
configureCalls({ basePath: '', csrfToken: '', timeout: 60_000 })
