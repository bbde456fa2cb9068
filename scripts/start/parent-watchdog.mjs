/**
 * Loaded into the server before its entry point: if the start script dies without stopping the server, its channel
 * closes and the server shuts down normally.
 */
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()
