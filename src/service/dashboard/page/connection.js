// The stream of messages: opened again by itself for as long as the page is open.

/** without a message for so long, what is shown is old, ms (the service sends one a second at least) */
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
      heard()
      on.hello(JSON.parse(event.data))
    })
    source.addEventListener('change', (event) => {
      heard()
      on.change(JSON.parse(event.data))
    })
    source.addEventListener('error', () => {
      open = false
      // the browser tries again by itself, unless the service has answered with a refusal
      if (source.readyState === EventSource.CLOSED) setTimeout(start, AGAIN_MS)
    })
  }
  const heard = () => {
    open = true
    last = performance.now()
  }
  start()
  const silentMs = () => performance.now() - last
  return { silentMs, isLost: () => !open || silentMs() > SILENT_MS }
}
