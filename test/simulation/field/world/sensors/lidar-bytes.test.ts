import { describe, expect, it } from 'vitest'
import { encodePacket } from '#simulation/field/world/sensors/lidar-bytes.js'

const hex = (text: string): Uint8Array => Uint8Array.from(text.split(/\s+/).map((byte) => parseInt(byte, 16)))

describe('packets of the simulated LD19', () => {
  it('are those of the published example', () => {
    // LD19 Development Manual, data protocol: 2152 °/s, from 324.27° to 334.70°, 224 mm first, stamp 6714, CRC 0x50
    const published = hex(
      `54 2C 68 08 AB 7E E0 00 E4 DC 00 E2 D9 00 E5 D5 00 E3 D3 00 E4 D0 00 E9 CD 00 E4 CA 00 E2 C7 00 E9 C5 00 E5
       C2 00 E5 C0 00 E5 BE 82 3A 1A 50`,
    )
    const ranges = [224, 220, 217, 213, 211, 208, 205, 202, 199, 197, 194, 192]
    const confidences = [228, 226, 229, 227, 228, 233, 228, 226, 233, 229, 229, 229]
    const packet = encodePacket({
      speed: 2152,
      start: 32_427,
      end: 33_470,
      rays: ranges.map((mm, i) => ({ mm, confidence: confidences[i] ?? 0 })),
      stamp: 6714,
    })
    expect(packet).toEqual(published)
  })

  it('have the low byte first in every word', () => {
    const rays = Array.from({ length: 12 }, (_, i) => ({ mm: 0x1234 + i, confidence: 0xa0 + i }))
    const packet = encodePacket({ speed: 0x0e10, start: 0x0102, end: 0x0304, rays, stamp: 0x0506 })
    expect([...packet.subarray(0, 9)]).toEqual([0x54, 0x2c, 0x10, 0x0e, 0x02, 0x01, 0x34, 0x12, 0xa0])
    expect([...packet.subarray(36, 46)]).toEqual([0x3e, 0x12, 0xaa, 0x3f, 0x12, 0xab, 0x04, 0x03, 0x06, 0x05])
  })
})
