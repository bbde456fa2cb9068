import { connect, createServer, type Server, type Socket } from 'node:net'

/** A proxy to a loopback server that can cut connections. */
export interface Proxy {
  readonly port: number
  /** Cuts every connection; new ones are accepted. */
  cut(): void
  /** Cuts every connection and rejects new ones until `allow`. */
  refuse(): Promise<void>
  allow(): Promise<void>
  close(): Promise<void>
}

/** Opens a proxy to `target` on a free port. */
export async function openProxy(target: number): Promise<Proxy> {
  const sockets = new Set<Socket>()
  const keep = (socket: Socket): Socket => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    return socket
  }
  const make = (): Server =>
    createServer((near) => {
      const far = keep(connect(target, '127.0.0.1'))
      keep(near).pipe(far).pipe(near)
      near.on('close', () => far.destroy())
      far.on('close', () => near.destroy())
    })
  const listen = (server: Server, port: number): Promise<number> =>
    new Promise((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, '127.0.0.1', () => resolve((server.address() as { port: number }).port))
    })
  let server = make()
  const port = await listen(server, 0)
  const cut = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  const refuse = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve())
      cut()
    })
  return {
    port,
    cut,
    refuse,
    async allow() {
      server = make()
      await listen(server, port)
    },
    close: refuse,
  }
}
