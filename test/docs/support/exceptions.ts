import { REPO } from '../../../lab/architecture/source-tree.js'
import type { Thing } from '../../needs/things.js'

/** How an example is run that does not simply end with 0, here. */
export interface Special {
  readonly command: RegExp
  /** the code with which it ends; 0 without */
  readonly code?: number
  /** it goes on until Ctrl-C, which comes when it has printed this */
  readonly endsAt?: RegExp
  /** folder in which it is typed */
  readonly at?: string
  /** what the computer needs for it; with a network of its own it is there alone */
  readonly needs?: Thing
}

/** from systemd's ProtectHome= and PrivateTmp= */
const IS_HIDDEN = /^\/(home|root|run\/user|tmp|var\/tmp)\//.test(`${REPO}/`)

export const SPECIAL: readonly Special[] = [
  // verdicts on what lies here: `no` is an answer
  { command: /^graft bt diff [^;]*$|--find FAILURE|grep '"type":"breach"'/, code: 1 },
  { command: /^graft twin explain 'Grasp item="mug"'|^graft twin check tea\.xml/, code: 1 },
  // where this checkout lies in a place that a service may not read
  { command: /^graft install --dry-run/, code: IS_HIDDEN ? 2 : 0 },
  // its link is lost
  { command: /^graft run --inject/, code: 4 },
  // there is no robot
  { command: /^graft safe-stop/, code: 4 },
  { command: /^graft ros2 mapping|--world \. /, code: 4, at: 'ros2' },
  { command: /^graft world check \.$/, at: 'ros2' },
  // nobody is there to agree
  { command: /^graft do (--speaker anna )?"/, code: 9 },
  { command: /graft console arm$/, code: 9 },
  { command: /^graft do --resume$/, code: 2 },
  { command: /--mock MoveToHome=failure/, code: 6 },
  { command: /^graft console do /, at: 'home' },
  // the plan of the page is not the one that waits here
  { command: /^graft console do confirm /, code: 2 },
  // drivers in Python, and physics
  { command: /world (kitchen|arm|cart-world|chances kitchen|check (kitchen|arm))/, needs: 'python3' },
  { command: /^graft (run|do) --world tabletop/, needs: 'MuJoCo' },
  // they go on until Ctrl-C
  { command: /^graft serve/, needs: 'a network of its own', at: 'elsewhere', endsAt: /is ready/ },
  { command: /--groot --repeat$/, needs: 'a network of its own', endsAt: /./, code: 130 },
  { command: /^graft bt watch/, needs: 'a network of its own', endsAt: /./ },
  { command: /^graft console watch$/, endsAt: /./, code: 130 },
]

/** Examples that are parsed, and not run: each with the reason. */
export const NOT_RUN: readonly { readonly command: RegExp; readonly why: string }[] = [
  { command: /^graft models add/, why: 'enters the model into the list of this checkout' },
  { command: /^(ARCH=\w+ )?npm /, why: 'installs packages, or runs this very test' },
  { command: /^sudo (apt|graft install|systemctl)|^sudoedit/, why: 'changes the system' },
  { command: /--serial '\/dev|\/dev\/ttyUSB1/, why: 'moves or stops whatever robot is on a real port' },
  { command: /\/etc\/graft\/graft\.yaml$/, why: 'the configuration of an installed robot' },
  {
    command: /^graft bench |^graft faults$|--seeds 25 --jobs 2|^graft models bench/,
    why: 'takes minutes to hours',
  },
  { command: /^graft world check home --task/, why: 'takes a minute; the check without --task is run' },
  { command: /--chat http/, why: 'a chat model on a real port' },
  { command: /^graft console watch --json \|/, why: 'prints nothing until the twin refuses a command' },
]
