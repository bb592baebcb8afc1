import { loadWorld } from '#app/world/load-world.js'
import { openSimulation } from '#app/world/simulation.js'
import { learnInWorld } from '#app/world/world-run.js'
import { writeTree } from '#bt/xml/write.js'
import { treeHash } from '#bt/xml/write.js'
const [task='fetch', seed='1', faults='nominal', scenario] = process.argv.slice(2)
const w = await loadWorld({ world: 'home', task })
if (!w.ok) { console.log(w.error); process.exit(1) }
const believed = new Map([...w.value.domain.initial, ...w.value.task.start])
const bodies = await openSimulation('home', { folder: w.value.folder, task, believed, seed: Number(seed), faults: faults as never, ...(scenario && { scenario }) })
if (!bodies.ok) { console.log(bodies.error); process.exit(1) }
const trees = new Map<string,string>()
const nothing = () => undefined
const t0 = performance.now()
const end = await learnInWorld({
  world: w.value, bodies: bodies.value, library: w.value.library, start: w.value.policy, before: [], signal: new AbortController().signal,
  manifest: { field: { id: 'home/'+task, setup: {} }, seed: Number(seed), episodes: 5, strictAlg1: false } as never,
  store: { saveTree: (h: string, x: string) => void trees.set(h,x), loadTree: (h: string) => trees.get(h)!, step: nothing, saveFrame: nothing, saveTrace: nothing, commit: nothing, saveSummary: nothing } as never,
  view: { unit: nothing, assessment: (r: any) => process.env.V && console.log('   ', r.mode, r.summary), alarm: nothing, episode: (r: any) => console.log(r.episode, r.endReason, r.score.total.toFixed(1), r.seconds, r.refusals.map((x: any) => x.text).join('|').slice(0,200), r.drifts?.map((d: any)=>d.text)), edit: (e: number, u: any) => console.log('   ', u.decision, u.patch.length, u.why.slice(0, 300)), link: (l: any) => console.log(l) } as never,
})
console.log(end.kind, Math.round(performance.now()-t0), end.kind === 'not-started' ? end.failure : '')
