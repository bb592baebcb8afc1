// The message stream: reconnects by itself for as long as the page is open.

/** without a message for this long, what is shown is stale, ms (the service sends at least one a second) */
const SILENT_MS = 3000
const AGAIN_MS = 1500

/**
 * @param {object} on
 * @param {(hello: import('../live/messages.js').Hello) => void} on.hello
 * @param {(change: import('../live/messages.js').Change) => void} on.change
 * @returns {{ silentMs(): number, isLost(): boolean }}
 */
export function connect(on) {
  let last = performance.now()
  let open = false
  const start = () => {
    const source = new EventSource('/api/events')
    source.addEventListener('hello', (event) => {
      received()
      on.hello(JSON.parse(event.data))
    })
    source.addEventListener('change', (event) => {
      received()
      on.change(JSON.parse(event.data))
    })
    source.addEventListener('error', () => {
      open = false
      // the browser retries by itself, unless the service answered with an error
      if (source.readyState === EventSource.CLOSED) setTimeout(start, AGAIN_MS)
    })
  }
  const received = () => {
    open = true
    last = performance.now()
  }
  start()
  const silentMs = () => performance.now() - last
  return { silentMs, isLost: () => !open || silentMs() > SILENT_MS }
}
