import { afterEach, describe, expect, it } from 'vitest'
import { Subscriber } from 'zeromq'
import { clientSocket } from '#console-sockets/client-socket.js'
import { addressesOf } from '#console-sockets/endpoints.js'
import { listenForEvents } from '#console-sockets/event-listener.js'
import { must } from '#base/result.js'
import { pause, serve, until, type Served } from './support/served.js'

let served: Served
afterEach(() => served.close())

describe('the room for those who listen', () => {
  it("is not taken by one viewer's key that comes a hundred times", async () => {
    served = await serve()
    const [anna, mallory] = [served.key('anna', 'operator'), served.key('mallory', 'viewer')]
    await served.server.reloadKeys()
    const address = must(addressesOf(served.server.endpoint), 'addresses').news
    const ended = new AbortController()
    const heard: string[] = []
    const listening = (async () => {
      for await (const statusEvent of listenForEvents(address, anna, ['log'], ended.signal))
        if (statusEvent.kind === 'log') heard.push(statusEvent.text)
    })()
    let n = 0
    const tell = (): void =>
      served.statusPublisher.publish({ kind: 'log', level: 'info', source: 'test', text: `${n++}` })
    await until(() => (tell(), heard.length > 0), 'anna hears')
    const crowd = Array.from({ length: 100 }, () => {
      const socket = new Subscriber(clientSocket(address, mallory))
      socket.subscribe('log')
      socket.connect(address)
      return socket
    })
    await until(() => served.said.some((text) => text.includes('too many connections')), 'they are too many')
    await pause(500)
    const from = n
    for (let i = 0; i < 50; i++) {
      tell()
      await pause(10)
    }
    const all = Array.from({ length: 50 }, (_, i) => `${from + i}`)
    await until(() => heard.includes(all.at(-1)!), 'the last has come')
    expect(all.filter((text) => !heard.includes(text))).toEqual([])
    ended.abort()
    for (const socket of crowd) socket.close()
    await listening
  }, 60_000)
})
