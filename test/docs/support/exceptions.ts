import type { Thing } from '../../needs/things.js'

/** How an example is run that does not simply end with 0, here. */
export interface Special {
  readonly command: RegExp
  /** the codes with which it may end; 0 without */
  readonly codes?: readonly number[]
  /** it goes on until Ctrl-C, which comes when it has printed this */
  readonly endsAt?: RegExp
  /** folder in which it is typed */
  readonly at?: string
  /** what the computer needs for it; with a network of its own it is there alone */
  readonly needs?: Thing
}

export const SPECIAL: readonly Special[] = [
  // verdicts on what lies here: `no` is an answer
  { command: /^graft bt diff [^;]*$|--find FAILURE|grep '"type":"breach"'/, codes: [1] },
  { command: /^graft twin (check|explain)/, codes: [0, 1] },
  { command: /^(sudo )?graft doctor/, codes: [0, 1] },
  // where this checkout lies in a place that a service may not read
  { command: /^graft install --dry-run/, codes: [0, 2] },
  // there is no robot
  { command: /^graft safe-stop/, codes: [0, 4] },
  { command: /^graft ros2 mapping|--world \. /, codes: [4], at: 'ros2' },
  { command: /^graft world check \.$/, codes: [0, 1], at: 'ros2' },
  // nobody is there to agree
  { command: /^graft do (--speaker anna )?"/, codes: [9] },
  { command: /graft console arm$/, codes: [9] },
  { command: /^graft do --resume$/, codes: [2] },
  { command: /--mock MoveToHome=failure/, codes: [6] },
  // the service gives up after 10 s of searching, which a busy computer needs
  { command: /^graft console do /, at: 'home', codes: [0, 2] },
  // drivers in Python, and physics
  { command: /world (kitchen|arm|cart-world|chances kitchen|check (kitchen|arm))/, needs: 'python3' },
  { command: /^graft (run|do) --world tabletop/, needs: 'MuJoCo' },
  // they go on until Ctrl-C
  { command: /^graft serve/, needs: 'a network of its own', at: 'elsewhere', endsAt: /is ready/ },
  { command: /--groot --repeat$/, needs: 'a network of its own', endsAt: /./, codes: [130] },
  { command: /^graft bt watch/, needs: 'a network of its own', endsAt: /./ },
  { command: /^graft console watch$/, endsAt: /./ },
]

/** Examples that are parsed, and not run: each with the reason. */
export const NOT_RUN: readonly { readonly command: RegExp; readonly why: string }[] = [
  { command: /^graft models add/, why: 'enters the model into the list of this checkout' },
  { command: /^npm /, why: 'installs packages, or runs this very test' },
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
