import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { must } from '#base/result.js'
import { REPO } from '#lab/architecture/source-tree.js'
import { needs } from '../needs/needs.js'
import { environmentOf } from './support/gym.js'

/** What a script prints as JSON that uses the client. */
async function python(script: string): Promise<unknown> {
  const { stdout } = await promisify(execFile)('python3', ['-c', script], {
    env: {
      ...process.env,
      PYTHONPATH: join(REPO, 'examples/python'),
      PYTHONDONTWRITEBYTECODE: '1',
      NODE: process.execPath,
      REPO,
    },
  })
  return JSON.parse(stdout)
}

describe('the Python client of the gym', needs('MuJoCo', 'python3'), () => {
  it('raises what is refused and goes on', async () => {
    const environment = await environmentOf('pick_place')
    must(environment.reset(8), 'reset')
    const expected = must(environment.step([0.1, 0.2, 0.3, 0.4]), 'step')
    environment.close()
    expect(await python(SCRIPT)).toEqual({
      refused: ['gym.not-reset', 'gym.request', 'gym.action'],
      observation: [...expected.observation],
      reward: [expect.any(Number), Math.fround(expected.reward)],
      flags: [false, false, false],
      width: 30,
    })
  })

  it('returns last observations with a mask, and float32 where it is asked for arrays', async () => {
    const environment = await environmentOf('reach')
    must(environment.reset(2 ** 32 + 1), 'reset')
    const step = (): number[] => [...must(environment.step([0, 0, 0, 0]), 'step').observation]
    let last: number[] = []
    for (let action = 0; action < environment.task.actions; action++) last = step()
    environment.close()
    expect(await python(ARRAYS)).toEqual({
      before: [
        [false, false],
        [0, 0],
      ],
      mask: [true, true],
      last,
      kinds: ['float32', 'float32', 'bool', 'bool', 'float32', 'bool'],
    })
  })

  it('gives pictures of both cameras, and the names of what they show', async () => {
    expect(await python(PICTURES)).toEqual({
      bytes: [32 * 24 * 3, 32 * 24 * 4, 32 * 24 * 2],
      shown: expect.arrayContaining(['left_finger', 'right_finger']) as string[],
      refused: 'gym.pictures',
    })
  })

  it('a gym that does not start says why', async () => {
    expect(
      await python(`${RUN}
try: GymVector("juggle", command=run)
except GymError as error: print(json.dumps([error.code, str(error)]))
`),
    ).toEqual(['gym.ended', expect.stringMatching(/ended with exit code 2; it said at last: .*gym\.task/)])
  })
})

describe('the Python client, of a gym that is not well', needs('python3'), () => {
  it.each([
    ['ends', 'sys.stderr.write("one\\ntwo\\n"); sys.exit(3)', 'gym.ended', 'the gym has ended with exit code 3; it said at last: one | two'], // prettier-ignore
    ['is killed', 'import os; os.kill(os.getpid(), 9)', 'gym.ended', 'the gym was ended by signal 9; it said nothing on standard error'], // prettier-ignore
    ['answers another request', 'print(json.dumps({"ok": True, "id": 7}), flush=True); sys.stdin.read()', 'gym.reply', 'the gym has answered another request; expected a reply to request 1; got one to 7'], // prettier-ignore
    ['prints something else', 'print("hello", flush=True); sys.stdin.read()', 'gym.reply', 'the gym has answered with something else than JSON; got hello'], // prettier-ignore
  ])('%s', async (_, then, code, text) => {
    const gym = `import json, sys
field = {"name": "x", "size": 1}
print(json.dumps({"observation": [field], "goal": [field], "action": [field]}), flush=True)
sys.stdin.readline()
${then}`
    const errors = await python(`${RUN}
errors = []
with GymVector("any", command=[sys.executable, "-c", ${JSON.stringify(gym)}]) as gym:
    for _ in range(2):
        try: gym.reset()
        except GymError as error: errors.append([error.code, str(error)])
print(json.dumps(errors))
`)
    // and it goes on saying so: nothing waits for a reply that never comes
    expect(errors).toEqual([
      [code, text],
      [code, text],
    ])
  })
})

describe('the Python client, of a request that JSON does not know', needs('python3'), () => {
  it.each([
    ['a list of arrays, one for each environment', '[Row(), Row()]', 'Row is not JSON serializable'],
    ['a number of numpy', '[[Row(), 0]]', 'Row is not JSON serializable'],
    ['a number that is not finite', '[[float("inf"), 0]]', 'not JSON compliant'],
  ])('refuses %s, and goes on', async (_, actions, text) => {
    const gym = gymAnswering('[]')
    expect(
      await python(`${RUN}
class Row:
    def tolist(self): return [0, 0]
with GymVector("any", command=[sys.executable, "-c", ${JSON.stringify(gym)}]) as gym:
    try: gym.step(${actions})
    except GymError as error: refused = [error.code, str(error)]
    print(json.dumps([*refused, gym.reset()[0]]))
`),
    ).toEqual(['gym.request', expect.stringContaining(text), []])
  })
})

describe('the Python client, asked for any seed', needs('python3'), () => {
  it('draws one, as Gymnasium does where none is given', async () => {
    const gym = gymAnswering('[asked.get("seed")]')
    const seeds = (await python(`${RUN}
with GymVector("any", command=[sys.executable, "-c", ${JSON.stringify(gym)}]) as gym:
    print(json.dumps([gym.reset(seed=None)[0][0], gym.reset(seed=None)[0][0], gym.reset()[0][0]]))
`)) as number[]
    expect(seeds).toEqual([expect.any(Number), expect.any(Number), 0])
    expect(seeds[0]).not.toBe(seeds[1])
  })
})

/** A program that answers every request alike. @param observations in Python, of the request `asked` */
const gymAnswering = (observations: string): string => `import json, sys
print(json.dumps({"observation": [], "goal": [], "action": []}), flush=True)
for line in sys.stdin:
    asked = json.loads(line)
    print(json.dumps({"ok": True, "id": asked["id"], "observations": ${observations}, "goals": []}), flush=True)`

const RUN = `
import json, os, sys
from graft_gym import GymVector, GymError
run = [os.environ["NODE"], "--import", "tsx", os.path.join(os.environ["REPO"], "test/gym/support/served-program.ts")]
os.chdir(os.environ["REPO"])
`

const SCRIPT = `${RUN}
refused = []
with GymVector("pick_place", envs=2, workers=2, command=run) as gym:
    idle = [0, 0, 0, 0]
    def refuse(actions):
        try: gym.step(actions)
        except GymError as error: refused.append(error.code)
    refuse([idle, idle])
    gym.reset(seed=7)
    refuse([idle, [float("nan")] * 4])
    refuse([idle, [2, 0, 0, 0]])
    observations, rewards, terminated, truncated, infos = gym.step([idle, [0.1, 0.2, 0.3, 0.4]])
    print(json.dumps({"refused": refused, "observation": observations[1], "reward": rewards,
                      "flags": [terminated[1], truncated[1], infos["success"][1]], "width": gym.observation_size}))
`

/** A module of this name stands in for numpy: it is a list that knows the type it was made with. */
const PICTURES = `${RUN}
import struct
with GymVector("reach", envs=1, workers=1, command=run) as gym:
    gym.reset(seed=0)
    [taken] = gym.pictures(width=32, height=24)
    wrist = taken["wrist"]
    numbers = set(struct.unpack("<768H", wrist["mask"]))
    try: gym.pictures(width=8)
    except GymError as error: refused = error.code
    print(json.dumps({"bytes": [len(wrist[name]) for name in ("rgb", "depth", "mask")],
                      "shown": [taken["parts"][number] for number in numbers], "refused": refused}))
`

const ARRAYS = `${RUN}
import types
class Array(list):
    def __init__(self, values, dtype):
        super().__init__(values)
        self.dtype = dtype if isinstance(dtype, str) else dtype.__name__
sys.modules["numpy"] = types.SimpleNamespace(asarray=lambda values, dtype: Array(values, dtype), float32="float32")
with GymVector("reach", envs=2, workers=1, numpy=True, command=run) as gym:
    gym.reset(seed=0, evaluation=True)
    step = lambda: gym.step([[0, 0, 0, 0]] * 2)
    _, _, _, truncated, infos = step()
    before = [infos["_final_obs"], [sum(map(abs, row)) for row in infos["final_obs"]]]
    while not any(truncated): observations, rewards, terminated, truncated, infos = step()
    made = [observations, rewards, terminated, truncated, infos["final_obs"], infos["_final_obs"]]
    print(json.dumps({"before": before, "mask": infos["_final_obs"], "last": infos["final_obs"][1],
                      "kinds": [each.dtype for each in made]}))
`
