import { learningClass, modelActor } from '../bench/learning/actors.js'
import { hostileTree } from '../bench/learning/hostile-trees.js'
import { ENDLESS, garbage, HANGS, hostile, inapplicable, writer } from '../bench/learning/writers.js'
import type { FaultClass } from '../fault-class.js'

const NO_EDIT =
  'the episode counts, the tree stays as it was, and the reason is in the record (`update.tries`). ' +
  'Nothing that a model writes is run.'

/** What the actor's model can do: it writes text, and only a judge makes a tree of it. */
export const MODEL_ACTOR: readonly FaultClass[] = [
  learningClass(
    {
      id: 'model-actor-garbage',
      group: 'model',
      title: 'The actor’s model writes garbage',
      cause: 'a damaged or unsuitable model: text that is no list of edits',
      declared: ['recovered'],
      why:
        `Replies are data in a closed language, parsed by grammar and schema; three tries, then “no ` +
        `edit”: ${NO_EDIT}`,
      operator: '“no edit: 3 tries refused”. `graft models verify`.',
    },
    (rng, countInjection) => ({
      actor: (map) =>
        modelActor(
          map,
          writer(() => (countInjection(), garbage(rng))),
        ),
    }),
  ),
  learningClass(
    {
      id: 'model-actor-endless',
      group: 'model',
      title: 'The actor’s model does not come to an end',
      cause: 'a model that repeats itself until its tokens are used up',
      declared: ['recovered'],
      why: `The number of tokens is bounded and a truncated reply does not count: ${NO_EDIT}`,
      operator: '“no edit: 3 tries refused”.',
    },
    (_rng, countInjection) => ({
      actor: (map) =>
        modelActor(
          map,
          writer(() => (countInjection(), ENDLESS)),
        ),
    }),
  ),
  learningClass(
    {
      id: 'model-actor-hangs',
      group: 'model',
      title: 'The actor’s model does not come back',
      cause: 'a model process that is stuck, between two episodes',
      declared: ['recovered'],
      why: `A reply times out after 120 s (0.3 s on this bench): ${NO_EDIT}`,
      operator: '“the model gave no answer: nothing within 120 s”. Look for other load on the computer.',
    },
    (_rng, countInjection) => ({
      actor: (map) =>
        modelActor(
          map,
          writer(() => (countInjection(), HANGS)),
        ),
    }),
  ),
  learningClass(
    {
      id: 'model-actor-inapplicable',
      group: 'model',
      title: 'The actor’s edits do not fit the tree',
      cause: 'a model that names nodes, parameters or causes that are not there',
      declared: ['recovered'],
      why:
        `Addresses are resolved by code against the tree of this episode; what cannot be resolved is ` +
        `refused with the reason, which goes into the next prompt: ${NO_EDIT}`,
      operator: '“no edit: 3 tries refused, last: …”.',
    },
    (rng, countInjection) => ({
      actor: (map) =>
        modelActor(
          map,
          writer(() => (countInjection(), inapplicable(rng))),
        ),
    }),
  ),
  learningClass(
    {
      id: 'model-actor-hostile',
      group: 'model',
      title: 'The actor’s edits would break a rule',
      cause:
        'well-formed edits that unload before they load, drive off the map, or carry foreign text in a parameter',
      declared: ['recovered', 'step-failed'],
      why:
        `Each patched tree is validated and rehearsed in the twin before it may run; the first forbidden ` +
        `step rejects it: ${NO_EDIT} \`step-failed\` when a patch passes the rehearsal and the twin ` +
        `refuses a step of it in the next episode.`,
      operator: '“no edit: 3 tries refused, last: …” with the rule that would be broken.',
    },
    (rng, countInjection) => ({
      episodes: 2,
      actor: (map) =>
        modelActor(
          map,
          writer(() => (countInjection(), hostile(rng))),
        ),
    }),
  ),
  learningClass(
    {
      id: 'model-actor-bypass',
      group: 'model',
      title: 'A tree gets past every judge',
      cause:
        'an actor that hands the runtime a tree of its own, unvalidated and unrehearsed: skills in any ' +
        'order, two at once, cut off in the middle',
      declared: ['step-failed', 'partial'],
      why:
        'The last gate is the twin’s permit for each single command, and the controller’s own checks ' +
        'behind it: what breaks a rule is refused and the step fails. `partial` when the tree is only useless, or ' +
        'swallows its failures.',
      operator:
        'Refusals in the report, and a low score. The learning loop goes back to the best tree after two ' +
        'such episodes.',
    },
    (rng, countInjection) => ({
      episodes: 2,
      actor: () => ({
        id: 'hostile actor of the fault bench',
        propose: () => {
          countInjection()
          const tree = hostileTree(rng)
          const root = { op: 'replaceSubtree', at: '/', because: 'score' } as const
          const [main] = tree.trees.filter(({ id }) => id === tree.main)
          const patch = main === undefined ? [] : [{ ...root, node: main.root }]
          return Promise.resolve({ patch, tree, tries: [], confidence: 1, why: 'because it can' })
        },
      }),
    }),
  ),
]
