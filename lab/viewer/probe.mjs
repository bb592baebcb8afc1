// Loaded into the measured service before its program (node --import): keeps what the service measures of itself, turn for
// turn, and hands it over when it is asked. Percentiles since the start, which is what status has, cannot be told apart by time.
import { isMainThread } from 'node:worker_threads'

// threads and children of the service are started with the same arguments
if (isMainThread && process.env.GRAFT_PROBED === 'yes') {
  delete process.env.GRAFT_PROBED
  const { Timing } = await import(new URL('../../dist/runtime/timing/timing.js', import.meta.url))
  const kept = { reflex: [], eventLoop: [] }
  for (const [method, list] of [
    ['turn', kept.reflex],
    ['late', kept.eventLoop],
  ]) {
    const original = Timing.prototype[method]
    Timing.prototype[method] = function (ms) {
      list.push(ms)
      original.call(this, ms)
    }
  }
  process.on('message', () =>
    process.send({ reflex: kept.reflex.splice(0), eventLoop: kept.eventLoop.splice(0) }),
  )
  // the service ends when it wants to, and not when nobody asks any more
  process.channel.unref()
}
