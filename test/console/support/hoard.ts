/** Takes memory in pieces of 16 MB until it gets no more, in a process that has confined itself. Prints how many it got. */
import { confine } from '#console-sockets/console-server/confine.js'

const [confined = 'yes', most = '40'] = process.argv.slice(2)
if (confined === 'yes') confine()
const hoard: Buffer[] = []
try {
  for (let i = 0; i < Number(most); i++) hoard.push(Buffer.alloc(16 * 1024 ** 2, 1))
} catch {
  // what it got is what counts
}
process.stdout.write(`${hoard.length}\n`)
