import { configureCalls } from '#calls/call.ts'

// Rooms without a server share what they read: each file begins with the settings of none before it.
configureCalls({ basePath: '', csrfToken: '', timeout: 60_000 })
