import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { planInstall } from '#cli/install/plan.js'
import { projectFile } from '#documents/read-text-file.js'

const text = (path: string): string => readFileSync(projectFile(path), 'utf8')
const build = text('packaging/build-deb.sh')

/** The package itself is built and installed by command: npm run deb, then sh packaging/try-deb.sh FILE. */
describe('the Debian package', () => {
  it('its scripts are shell', () => {
    const scripts = [
      'build-deb.sh',
      'try-deb.sh',
      ...readdirSync(projectFile('packaging/debian')).map((name) => `debian/${name}`),
    ]
    expect(scripts.length).toBe(5)
    for (const script of scripts)
      expect(spawnSync('sh', ['-n', projectFile(`packaging/${script}`)], { encoding: 'utf8' }).stderr).toBe(
        '',
      )
  })

  it('brings every file that graft install places', () => {
    const shipped: string[] = []
    const read = (path: string): string => {
      shipped.push(path)
      return ''
    }
    planInstall({ prefix: '/x', program: '/usr/lib/graft', node: '/usr/bin/node', dropIns: [] }, { read })
    expect(shipped.length).toBe(9)
    for (const path of shipped) {
      if (path.startsWith('config/')) expect(build).toContain(path)
      else expect(build).toContain(`place ${path.slice('systemd/'.length)} `)
    }
  })

  it('brings what the program reads beside its code', () => {
    const parts = (/^for part in (.*); do cp/m.exec(build)?.[1] ?? '').split(' ')
    expect(parts).toEqual(expect.arrayContaining(['package.json', 'bin', 'dist', 'bt', 'config', 'worlds']))
    for (const path of [
      'src/service/dashboard/page',
      'src/report/page',
      'src/app/world/field/page',
      'firmware-protocol/wasm',
      'models',
    ])
      expect(build).toContain(path)
  })

  it('asks for the C library that its llama.cpp is linked with', () => {
    const folder = projectFile(
      `node_modules/@node-llama-cpp/linux-${process.arch}/bins/linux-${process.arch}`,
    )
    const asked = readdirSync(folder)
      .filter((name) => /\.(node|so)$/.test(name))
      .flatMap((name) => [...readFileSync(`${folder}/${name}`, 'latin1').matchAll(/\0GLIBC_2\.(\d+)\0/g)])
      .map(([, minor]) => Number(minor))
    expect(asked.length).toBeGreaterThanOrEqual(20)
    expect(Number(/libc6 \(>= 2\.(\d+)\)/.exec(build)?.[1])).toBe(Math.max(...asked))
  })

  it('a configuration is a conffile: dpkg never overwrites what the site has written', () => {
    expect(build).toMatch(/etc\/graft\/graft\.yaml.*DEBIAN\/conffiles/)
    expect(text('packaging/debian/prerm')).toContain('systemctl stop graft.service')
    expect(text('packaging/debian/postinst')).toContain('systemd-sysusers graft.conf')
    for (const script of ['postinst', 'prerm', 'postrm'])
      expect(text(`packaging/debian/${script}`)).not.toMatch(/rm -rf \/var\/lib/)
  })
})
