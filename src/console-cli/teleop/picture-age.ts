import type { CameraReport } from '#runtime/status/service-status.js'
import type { Client } from '../client.js'
import { pulse } from '../shell/pulse.js'
import { span } from '../text/look.js'

/** Where whoever drives sees what the camera sees. */
export const WHERE_PICTURES_ARE =
  'pictures: on the web page of the service, or graft console watch in another terminal'

/** How old the newest picture is while somebody drives: asked once a second, and counted on in between. */
export class PictureAge {
  #camera: CameraReport | undefined
  #at = 0

  /** @param signal aborted when nobody drives any more */
  constructor(client: Client, signal: AbortSignal) {
    const now = (): number => performance.now()
    void pulse({
      ...{ client, everyMs: 1000, timeoutMs: 2000, now, signal },
      changed: ({ status, silentMs }) => {
        // an answer that does not come makes no picture newer
        if (status === undefined || silentMs > 0) return
        this.#camera = status.camera
        this.#at = now()
      },
    })
  }

  /** For the line that shows how it stands; '' until it is known. */
  get text(): string {
    if (this.#camera === undefined) return ''
    const { ageMs } = this.#camera
    return ageMs === null ? 'no picture' : `picture ${span(ageMs + performance.now() - this.#at)} old`
  }
}
