import { closeSync, openSync, writeSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { must } from '#base/result.js'
import { BtLogWriter } from '#bt-tools/log/btlog-writer.js'
import { ChromeTraceWriter } from '#bt-tools/log/chrome-trace.js'
import { instanceXml } from '#bt-tools/monitor/describe/instance-xml.js'
import { startMonitor } from '#service/groot/monitor.js'
import { goldenTree } from '../../bt/monitor/support/golden-tree.js'

/**
 * The golden tree behind a real port, told by lines on its input what to do: `tick`, `halt`, `bg` (a tick that may
 * stand at a breakpoint), `join`, `hb MS`, `logs`, `endlogs`, `quit`. For clients in other processes and languages.
 * usage: groot-executor.ts PORT plain|ext LOG-FOLDER; port 0 is any free one, and is said
 */
const [port = '0', mode = 'plain', folder = '.'] = process.argv.slice(2)
const say = (line: string): void => void writeSync(1, `${line}\n`)
const { tree, library } = goldenTree(mode === 'ext')
const monitor = must(await startMonitor({ port: Number(port), hooks: true }), 'the monitor')
monitor.show(tree, library)
let background = ''
let endLogs = (): void => undefined
say(port === '0' ? `ready ${monitor.address}` : 'ready')

for await (const line of createInterface({ input: process.stdin })) {
  const [command = '', argument] = line.split(' ')
  if (command === 'quit') break
  switch (command) {
    case 'tick':
      say(`tick ${tree.tick()}`)
      break
    case 'bg':
      say('bgstarted')
      background = tree.tick()
      break
    case 'join':
      say(`bgdone ${background}`)
      say('joined')
      break
    case 'halt':
      tree.halt()
      say('halted')
      break
    case 'hb':
      monitor.patience(Number(argument))
      say('hb')
      break
    case 'logs':
      endLogs = writeLogs()
      say('logs')
      break
    case 'endlogs':
      endLogs()
      say('endlogs')
      break
    default:
      say(`unknown command ${command}`)
  }
}
await monitor.close()
// an input that nobody closes keeps the process alive
process.stdin.destroy()

function writeLogs(): () => void {
  const start = performance.now()
  const [btlog, trace] = [
    openSync(`${folder}/tiny.btlog`, 'w'),
    openSync(`${folder}/tiny.minitrace.json`, 'w'),
  ]
  const log = new BtLogWriter({
    xml: instanceXml(tree.subtrees, library),
    now: () => (performance.timeOrigin + performance.now()) * 1000,
    write: (bytes) => void writeSync(btlog, bytes),
  })
  const chrome = new ChromeTraceWriter({
    now: () => (performance.now() - start) * 1000,
    write: (text) => void writeSync(trace, text),
  })
  const leave = [tree.observe(log), tree.observe(chrome)]
  return () => {
    for (const stop of leave) stop()
    chrome.end()
    closeSync(btlog)
    closeSync(trace)
  }
}
