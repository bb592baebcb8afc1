import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { loadSite, readSite } from '#config/service/site-config.js'
import { expectComplete, problemsOf, warningsOf } from './site-text.js'

const folder = mkdtempSync(join(tmpdir(), 'graft-site-'))
afterAll(() => rmSync(folder, { recursive: true }))

const V4L2 = 'camera: { source: v4l2, device: /dev/video0'

/** [what, text, code, the text that the place points at] */
const REFUSED: readonly (readonly [string, string, string, string])[] = [
  ['a device name that is no path', 'robot: { body: serial, devices: ttyACM0 }', 'devices', 'ttyACM0'],
  ['blank devices', 'robot: { body: serial, devices: " , " }', 'devices', '" , "'],
  ['a real robot in fast time', 'robot: { body: serial, pace: fast }', 'pace', 'fast'],
  ['a laser scanner on a real robot', 'robot: { body: serial, scanner: ld19 }', 'scanner', 'ld19'],
  ['a laser scanner on an arm', 'robot: { scanner: ld19 }\nworld: { name: tabletop }', 'scanner', 'ld19'],
  ['a camera without a device', 'robot: { body: serial }\ncamera: { source: v4l2 }', 'camera-device', 'v4l2'],
  ['a device that nobody looks at', 'camera: { device: /dev/video0 }', 'camera-device', '/dev/video0'],
  [
    'a device that is no path',
    'robot: { body: serial }\ncamera: { source: v4l2, device: video0 }',
    'camera-device',
    'video0',
  ],
  [
    'the simulated room with a real robot',
    'robot: { body: serial }\ncamera: { source: simulated }',
    'camera-body',
    'simulated',
  ],
  ['a real camera with a virtual robot', `${V4L2} }`, 'camera-body', 'v4l2'],
  ['a test picture in fast time', 'robot: { pace: fast }\ncamera: { source: test }', 'camera-pace', 'test'],
  ['stale between two pictures', 'camera: { fps: 1 }\nrecording: { pictures: 1 }', 'camera-stale', '{ fps'],
  [
    'another size and no model',
    `robot: { body: serial }\n${V4L2}, width: 1280, height: 720 }`,
    'camera-size',
    '1280',
  ],
  ['a field that nobody knows', 'field: { id: F7 }', 'field', 'F7'],
  ['rules and a model for the actor', 'models: { actor: rules, actorModel: mine }', 'actor', 'mine'],
  ['full before low', 'store: { fullMiB: 2000 }', 'disk', '2000'],
  ['more pictures than the camera takes', 'recording: { pictures: 30 }', 'pictures', '30'],
  ['nobody could arm', 'robot: { body: serial }\nconsole: { enabled: false }', 'console', 'false'],
  ['a name for an address', 'console: { listen: tcp://localhost:5870 }', 'listen', 'tcp://localhost'],
  ['a port that is none', 'dashboard: { listen: 127.0.0.1:80870 }', 'listen', '127.0.0.1'],
  ['no room for four ports', 'console: { listen: tcp://127.0.0.1:65533 }', 'listen', 'tcp://127'],
  ['a socket path too long', `console: { listen: "ipc:///${'x'.repeat(100)}" }`, 'listen', '"ipc'],
  ['the page on a port of the console', 'dashboard: { listen: 127.0.0.1:5872 }', 'ports', '127.0.0.1:5872'],
  ['Groot2 on a port of the console', 'groot: { enabled: true, port: 5869 }', 'ports', '5869'],
  [
    'the page on a port of Groot2',
    'groot: { enabled: true }\ndashboard: { listen: 127.0.0.1:1668 }',
    'ports',
    '127.0.0.1:1668',
  ],
]

const WARNED: readonly (readonly [string, string, string])[] = [
  ['faults of a real robot', 'robot: { body: serial, faults: none }', 'faults'],
  ['a test picture on a real robot', 'robot: { body: serial }\ncamera: { source: test }', 'camera-test'],
  ['a camera that was not measured', `robot: { body: serial }\n${V4L2} }`, 'camera-model'],
  ['a console for the network', 'console: { listen: tcp://192.168.1.7:5870 }', 'listen'],
  ['a console for every network', 'console: { listen: "tcp://*:5870" }', 'listen'],
  ['a page for the network', 'dashboard: { listen: 0.0.0.0:8087 }', 'listen'],
  ['driving by hand without a console', 'console: { enabled: false }', 'teleop'],
]

const FINE: readonly (readonly [string, string])[] = [
  [
    'a console on a socket beside any port',
    'console: { listen: ipc:///run/graft/console }\ndashboard: { listen: 127.0.0.1:5870 }',
  ],
  ['ports of what is off', 'groot: { port: 5870 }\ndashboard: { enabled: false, listen: 127.0.0.1:5870 }'],
  ['a page on any free port', 'dashboard: { listen: 127.0.0.1:0 }'],
  ['an IPv6 loopback', 'dashboard: { listen: "[::1]:8087" }'],
  ['a real robot that says that it has no scanner', 'robot: { body: serial, scanner: none }'],
  [
    'a laser scanner on the robot of a field',
    'robot: { ground: floor, scanner: ld19 }\nworld: { name: field }',
  ],
  ['sections whose keys are all commented out', 'robot:\ncamera:\n  # fps: 3\nstore:\n'],
  ['a pattern for a device', "robot: { devices: '/dev/ttyACM*, /dev/ttyUSB?' }"],
]

describe('values that are fine alone', () => {
  it.each(REFUSED)('are refused beside one another: %s', (_, rest, code, word) => {
    const text = `version: 1\n${rest}\n`
    const problems = problemsOf(text)
    const said = JSON.stringify(problems, null, 1)
    expect(
      problems.map((problem) => problem.code),
      said,
    ).toEqual([`config.${code}`])
    expectComplete(problems[0], text)
    const before = text.slice(0, text.lastIndexOf(word)).split('\n')
    expect(problems[0]?.where, said).toEqual({
      file: 'graft.yaml',
      line: before.length,
      column: (before.at(-1) ?? '').length + 1,
    })
  })

  it.each(WARNED)('work and are warned of: %s', (_, rest, code) => {
    const text = `version: 1\n${rest}\n`
    const warnings = warningsOf(text)
    expect(warnings.map((warning) => [warning.code, warning.severity])).toEqual([
      [`config.${code}`, 'warning'],
    ])
    expectComplete(warnings[0], text)
  })

  it.each(FINE)('are fine: %s', (_, rest) => {
    expect(warningsOf(`version: 1\n${rest}\n`)).toEqual([])
  })

  it('one broken section keeps the others from nothing', () => {
    const problems = problemsOf(
      'version: 1\ncamera: { fps: x }\nstore: { fullMiB: 2000 }\nfield: { id: F9 }\n',
    )
    expect(problems.map(({ code }) => code)).toEqual(['config.type', 'config.disk', 'config.field'])
  })
})

describe('files that a configuration names', () => {
  const write = (name: string, text: string): string => {
    const path = join(folder, name)
    writeFileSync(path, text)
    return path
  }
  const codes = async (text: string): Promise<readonly string[]> => {
    const site = await readSite(write('graft.yaml', `version: 1\n${text}\n`))
    return site.ok ? [] : site.error.map(({ code }) => code)
  }
  const CAMERA = 'width: 800\nheight: 600\nfocal: 700\neye: [0.9, -0.8, 1.8]\nlookAt: [0.9, 0.8, 0]\n'

  it('are looked for beside it, and refused when they are not there', async () => {
    expect(await codes('policy: { tree: mine.xml }')).toEqual(['config.named-file'])
    expect(await codes('models: { dir: weights }')).toEqual(['config.named-file'])
  })

  it.each([
    ['/proc/self/nope', '/proc/self belongs to the kernel, which keeps no files of others'],
    ['/sys/x/y', '/sys belongs to the kernel, which keeps no files of others'],
    ['/dev/null/x', '/dev/null is not a folder'],
    ['graft.yaml', `${join(folder, 'graft.yaml')} is not a folder`],
  ])('a store at %s is refused before a service is', async (dir, got) => {
    const read = await readSite(write('graft.yaml', `version: 1\nstore: { dir: ${dir} }\n`))
    const problem = { code: 'config.store-folder', got, where: { line: 2, column: 15 } }
    expect(read).toMatchObject({ ok: false, error: [problem] })
    expect(await codes('field: { id: X, file: fields.yaml }')).toEqual(['field.file-missing'])
    expect(await codes('camera: { model: eye.yaml }')).toEqual(['camera.file-missing'])
    write('mine.xml', '<root/>')
    const site = await loadSite(
      write('graft.yaml', 'version: 1\npolicy: { tree: mine.xml }\nstore: { dir: state }\n'),
    )
    expect(site.ok && [site.value.policy.tree, site.value.store.dir]).toEqual([
      join(folder, 'mine.xml'),
      join(folder, 'state'),
    ])
  })

  it('a camera file gives pose and size, and names its own mistakes', async () => {
    write('eye.yaml', CAMERA)
    expect(
      await codes('robot: { body: serial }\ncamera: { source: v4l2, device: /dev/video0, model: eye.yaml }'),
    ).toEqual(['config.camera-size'])
    expect(await codes('camera: { model: eye.yaml, width: 800, height: 600 }')).toEqual([])
    write('eye.yaml', `${CAMERA.trimEnd()}\ntolerance: 12\n`)
    expect(await codes('camera: { model: eye.yaml, width: 800, height: 600 }')).toEqual([])
    for (const [change, with_, code] of [
      ['focal: 700', 'focal: 7', 'camera.value'],
      ['focal: 700\n', '', 'camera.missing'],
      ['focal: 700\n', 'focal: 700\ntolerance: 40\n', 'camera.value'],
      ['focal', 'fokal', 'camera.missing'],
      ['1.8]', '-1.8]', 'camera.view'],
      ['lookAt: [0.9, 0.8, 0]', 'lookAt: [0.9, -0.8, 0]', 'camera.view'],
      ['[0.9, 0.8, 0]', '[0.9, 0.8]', 'camera.value'],
    ] as const) {
      write('eye.yaml', CAMERA.replace(change, with_))
      const site = await readSite(
        write('graft.yaml', 'version: 1\ncamera: { model: eye.yaml, width: 800, height: 600 }\n'),
      )
      const problem = site.ok ? undefined : site.error[0]
      expect(problem?.code, `${change} → ${with_}`).toBe(code)
      expect(problem?.where?.file).toBe(join(folder, 'eye.yaml'))
      for (const part of ['expected', 'got', 'hint'] as const) expect(problem?.[part]).toBeTruthy()
    }
  })

  it('no file is the virtual robot on loopback, with the state where systemd wants it', async () => {
    const before = process.env.STATE_DIRECTORY
    process.env.STATE_DIRECTORY = `${folder}:/other`
    const site = await loadSite(undefined)
    if (before === undefined) delete process.env.STATE_DIRECTORY
    else process.env.STATE_DIRECTORY = before
    expect(site.ok && [site.value.robot.body, site.value.console.listen, site.value.store.dir]).toEqual([
      'virtual',
      'tcp://127.0.0.1:5870',
      folder,
    ])
  })

  it('a file that is not there, is a folder, or no text, is said so', async () => {
    for (const [path, code] of [
      [join(folder, 'nothing.yaml'), 'config.file-missing'],
      [folder, 'config.not-a-file'],
      [write('latin.yaml', Buffer.from([0xe9, 0xff]).toString('latin1') + '\0'), 'config.not-utf8'],
    ] as const) {
      const site = await loadSite(path)
      expect(site.ok ? [] : site.error.map((problem) => problem.code)).toEqual([code])
    }
  })
})
