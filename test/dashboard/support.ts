import { connect, type Socket } from 'node:net'
import { openDashboard, type Dashboard, type DashboardOptions } from '#service/dashboard/dashboard.js'
import { must, ok } from '#base/result.js'
import type { StatusView } from '#runtime/status/status-publisher.js'

export async function dashboardOf(
  statusPublisher: StatusView,
  more: Partial<DashboardOptions> = {},
): Promise<Dashboard> {
  const options = {
    listen: '127.0.0.1:0',
    statusPublisher,
    episodes: () => [],
    tree: () => undefined,
    draw: () => Promise.resolve(ok('<svg/>')),
    ...more,
  }
  return must(await openDashboard(options), 'a dashboard on a free port')
}

/** What a server says to these bytes until it closes, or until `enough` is seen. */
export function rawRequest(port: number, bytes: string, enough?: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.setTimeout(20_000, () => reject(new Error(`silence after: ${said}`)))
    socket.on('data', (data) => {
      said += data.toString()
      if (enough !== undefined && said.includes(enough)) socket.destroy()
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(said))
  })
}

/** A connection that stays open, and says no more than this. */
export function linger(port: number, bytes: string): Promise<{ socket: Socket; closed: Promise<void> }> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      if (bytes !== '') socket.write(bytes)
      resolve({ socket, closed })
    })
    const closed = new Promise<void>((done) => socket.on('close', () => done()))
    socket.on('error', () => undefined)
    socket.resume()
  })
}
