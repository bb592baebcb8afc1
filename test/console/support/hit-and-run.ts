/**
 * A client with a good key that sends more than the service takes at once, and is gone before it has read a thing.
 * Arguments: address, path of its key file.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { Dealer } from 'zeromq'
import { clientSocket } from '#console-sockets/client-socket.js'
import { readClientKey } from '#console-sockets/key-files.js'
import { must } from '#base/result.js'

const [address = '', file = ''] = process.argv.slice(2)
const socket = new Dealer({
  ...clientSocket(address, must(readClientKey(file), 'key')),
  sendHighWaterMark: 100_000,
})
socket.connect(address)
const message = JSON.stringify({ v: 1, id: 1, cmd: 'status', by: 'x'.repeat(60) })
await socket.send(message)
await socket.receive()
console.log('in')
// the service's loop stands still meanwhile
for (let i = 0; i < 5000; i++) await socket.send(message)
await pause(300)
process.kill(process.pid, 'SIGKILL')
