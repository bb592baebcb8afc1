import { bothDirections, type ChannelFaults } from '#simulation/line/line-faults.js'
import type { ChannelCounters } from '#simulation/line/faulty-channel.js'
import { missionClass, type MissionFault } from '../bench/mission/mission-class.js'
import type { Mission } from '../bench/mission/mission.js'
import { between } from '../bench/mission/moments.js'
import type { FaultClass } from '../fault-class.js'
import type { Rng } from '#base/random.js'
import type { Rig } from '../bench/rig/rig.js'

/** A line that damages what is sent through it, all the time. */
export const LINK_NOISE: readonly FaultClass[] = [
  missionClass(
    {
      id: 'link-drop',
      group: 'link',
      title: 'Frames get lost',
      cause:
        'a worn plug, a USB hub that resets, a receiver that overruns: 3 to 6 % of the frames never arrive',
      declared: ['recovered', 'unaffected'],
      why:
        'The link session resends the same bytes after 60 ms; the controller recognises repeats by the ' +
        'command id, so nothing runs twice. Four heartbeats in a row may be lost. `unaffected` when no ' +
        'command and no answer was among the lost frames.',
      operator:
        '“noise on the line” with missing frames in the log, retries in the counters of the link. Change the cable.',
    },
    { ...rates((rng) => ({ drop: between(rng, 0.03, 0.06) }), ['dropped']), expectedNotes: ['missing'] },
  ),
  missionClass(
    {
      id: 'link-flip',
      group: 'link',
      title: 'Bits flip',
      cause: 'motor current next to an unshielded cable: a bit error rate of 0.5 to 1.5 in ten thousand',
      declared: ['recovered', 'unaffected'],
      why:
        'Each frame’s CRC-32C rejects corrupted data; the frame then counts as lost. `unaffected` when ' +
        'no command and no answer was hit.',
      operator:
        '“noise on the line” with damaged frames in the log, badCrc in the counters of the link. Route ' +
        'the cable away from the motors, or shield it.',
    },
    {
      ...rates((rng) => ({ bitErrors: between(rng, 0.5e-4, 1.5e-4) }), ['flipped']),
      expectedNotes: ['damaged'],
    },
  ),
  missionClass(
    {
      id: 'link-duplicate',
      group: 'link',
      title: 'Frames arrive twice',
      cause:
        'a driver that writes again after a time-out, a radio bridge that repeats: 5 to 30 % of the frames',
      declared: ['unaffected'],
      why:
        'The controller answers a known command id again but does not re-execute it; copies of telemetry ' +
        'and heartbeats change nothing.',
      operator: 'Nothing visible except `replayed` in the controller’s statistics.',
    },
    rates((rng) => ({ duplicate: between(rng, 0.05, 0.3) }), ['duplicated']),
  ),
  missionClass(
    {
      id: 'link-reorder',
      group: 'link',
      title: 'Frames overtake each other',
      cause:
        'a serial server or a radio bridge with several queues: 2 to 10 % of the frames come up to 60 ms late',
      declared: ['unaffected', 'recovered'],
      why:
        'Old telemetry is recognised by its timestamp and ignored, old heartbeats by their counter, old ' +
        'commands by their id. `recovered` when a command or its answer was among the late ones and was ' +
        'sent again.',
      operator: 'Nothing. If it happens often, use a cable.',
    },
    rates((rng) => ({ reorder: between(rng, 0.02, 0.1) }), ['reordered']),
  ),
  missionClass(
    {
      id: 'link-delay',
      group: 'link',
      title: 'The line is slow',
      cause: 'an FTDI adapter with its latency timer at 16 ms or more, a busy hub: 25 to 70 ms each way',
      declared: ['recovered'],
      why:
        'Answers arrive after the 60 ms of the first try, so commands are resent; the controller answers ' +
        'the repeats and executes once.',
      operator: 'Retries without lost frames in the counters of the link. Set latency_timer to 1 ms.',
    },
    {
      size: (rng) => {
        const min = 25 + rng.int(15)
        return { line: bothDirections({ delayMs: { min, max: min + 15 + rng.int(15) } }) }
      },
      injected: ({ rig }) => rig.line.counters.toFirmware.late + rig.line.counters.toHost.late,
    },
  ),
  missionClass(
    {
      id: 'link-split',
      group: 'link',
      title: 'Frames arrive in pieces',
      cause:
        'USB packets that end in the middle of a frame: 30 to 100 % of the frames come in two parts, up to 8 ms apart',
      declared: ['unaffected'],
      why: 'Both decoders work byte by byte and keep a partial frame until the rest arrives.',
      operator: 'Nothing.',
    },
    rates((rng) => ({ split: between(rng, 0.3, 1) }), ['split']),
  ),
  missionClass(
    {
      id: 'link-garbage',
      group: 'link',
      title: 'Floods of garbage between the frames',
      cause:
        'a second device on the line, a controller that prints debug text: one to four bursts a second of ' +
        'up to 200 random bytes in each direction',
      declared: ['recovered', 'unaffected'],
      why:
        'COBS finds the next frame after the next zero byte, the CRC rejects the rest; a frame that ' +
        'garbage ran into is resent. `unaffected` when no command and no answer was hit.',
      operator:
        '“noise on the line” in the log; badCobs, badCrc and oversize in the counters of the link. Find ' +
        'out who else writes to this line.',
    },
    {
      expectedNotes: ['damaged'],
      arrange: ({ rig, rng }, countInjection) =>
        withNoise(rig, rng, between(rng, 0.001, 0.004), countInjection),
    },
  ),
  missionClass(
    {
      id: 'link-baud',
      group: 'link',
      title: 'Wrong baud rate',
      cause: 'the port was opened with other settings: nothing that arrives is what was sent',
      declared: ['refused'],
      why: 'No frame passes its CRC, so Hello is never answered; bring-up gives up after 3 s and nothing was armed.',
      operator:
        '“the controller does not answer”. Compare the baud rate with that of the firmware: 921600, 8N1.',
    },
    rates((rng) => ({ bitErrors: between(rng, 0.2, 0.5) }), ['flipped']),
  ),
]

function rates(
  way: (rng: Parameters<NonNullable<MissionFault['size']>>[0]) => Partial<ChannelFaults>,
  counts: readonly (keyof ChannelCounters)[],
): MissionFault {
  return {
    size: (rng) => ({ line: bothDirections(way(rng)) }),
    injected: ({ rig }: Mission) =>
      counts.reduce(
        (sum, name) => sum + rig.line.counters.toFirmware[name] + rig.line.counters.toHost[name],
        0,
      ),
  }
}

/** Writes bursts of random bytes to both ends of the line, from now on. @param chance of a burst each ms and way */
function withNoise(rig: Rig, rng: Rng, chance: number, countInjection: () => void): void {
  rig.everyMs.push(() => {
    if (rng.chance(chance)) {
      rig.intrude(burst(rng))
      countInjection()
    }
    if (rng.chance(chance)) {
      rig.babble(burst(rng))
      countInjection()
    }
  })
}

const burst = (rng: Rng): Uint8Array => Uint8Array.from({ length: 1 + rng.int(200) }, () => rng.int(256))
