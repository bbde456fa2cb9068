/**
 * Loaded into the server before its entry: when the start script dies without a chance to say so,
 * its channel closes and the server ends in its usual way.
 */
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()
