import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readText, REPO } from '../../../lab/architecture/source-tree.js'

const FILES = ['world.yaml', 'robot.yaml', 'task.yaml', 'map.yaml', 'policy/initial.xml'] as const

/** The world that docs/worlds.md and docs/your-robot.md build, as their reader types it: `cart-world` in the folder. */
export function layCartWorld(folder: string): void {
  const page = (name: string): string => readText(`docs/${name}`) ?? ''
  const world = join(folder, 'cart-world')
  mkdirSync(join(world, 'policy'), { recursive: true })
  for (const file of FILES) {
    const block = new RegExp(`\`\`\`\\w+ ${file}\\n([\\s\\S]*?)\`\`\``).exec(page('worlds.md'))
    writeFileSync(join(world, file), block?.[1] ?? '')
  }
  copyFileSync(join(REPO, 'examples/python/graft_driver.py'), join(world, 'graft_driver.py'))
  writeFileSync(join(world, 'cart.py'), /```python\n([\s\S]*?)```/.exec(page('your-robot.md'))?.[1] ?? '')
}
