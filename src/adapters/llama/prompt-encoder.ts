import {
  LlamaText,
  SpecialTokensText,
  resolveChatWrapper,
  type ChatWrapper,
  type ChatWrapperGeneratedContextState,
  type LlamaModel,
  type Token,
} from 'node-llama-cpp'

/** How to prompt one model, in its own tokens. */
export interface PromptEncoder {
  readonly encode: (prompt: string) => Token[]
  /** token sequences that end a reply, in addition to the end-of-generation tokens */
  readonly stops: readonly (readonly Token[])[]
  /** how the model marks its thinking before the answer; undefined when its template has no such marks */
  readonly thought: Thought | undefined
}

export interface Thought {
  readonly open: readonly Token[]
  readonly close: readonly Token[]
  /** between a closed thought and the answer */
  readonly gap: readonly Token[]
  /** the end mark as trimmed text: the model may tokenise it differently */
  readonly closeText: string
}

/**
 * Builds the encoder of a model. Without chat: BOS and the text as it is, never parsed for special tokens. With chat:
 * the template in the GGUF file, with the text as the user's turn and the model's turn opened.
 *
 * @param thinks true: the model's turn begins with an open thought; false: with an empty, closed one. A model without
 * thought marks is prompted for its answer either way.
 */
export function promptEncoder(model: LlamaModel, chat: boolean, thinks: boolean): PromptEncoder {
  const { bos } = model.tokens
  if (!chat) {
    const encode = (prompt: string): Token[] => [
      ...(bos === null ? [] : [bos]),
      ...model.tokenize(prompt, false),
    ]
    return { encode, stops: [], thought: undefined }
  }
  const wrapper = resolveChatWrapper(model)
  const thought = thoughtOf(wrapper, model)
  return {
    encode: (prompt) => {
      const turn = stateOf(wrapper, prompt).contextText.tokenize(model.tokenizer)
      return thought === undefined ? turn : withThought(turn, thought, thinks)
    },
    stops: stateOf(wrapper, '')
      .stopGenerationTriggers.map((trigger) => trigger.tokenize(model.tokenizer))
      .filter((tokens) => tokens.length > 0),
    thought,
  }
}

export const endsWith = (tokens: readonly Token[], tail: readonly Token[]): boolean =>
  tail.length > 0 &&
  tail.length <= tokens.length &&
  tail.every((token, i) => tokens[tokens.length - tail.length + i] === token)

const stateOf = (wrapper: ChatWrapper, prompt: string): ChatWrapperGeneratedContextState =>
  wrapper.generateContextState({
    chatHistory: [
      { type: 'user', text: prompt },
      { type: 'model', response: [] },
    ],
  })

/** Some templates open the thought themselves. */
function withThought(turn: Token[], { open, close, gap }: Thought, thinks: boolean): Token[] {
  const opened = endsWith(turn, open) ? turn : [...turn, ...open]
  return thinks ? opened : [...opened, ...close, ...gap]
}

function thoughtOf(wrapper: ChatWrapper, model: LlamaModel): Thought | undefined {
  const marks = wrapper.settings.segments?.thought ?? COMMON_MARKS
  const [prefix, suffix] = [textOf(marks.prefix), textOf(marks.suffix)]
  if (suffix === undefined || !known(suffix.toString().trim(), model)) return undefined
  // models that put thoughts on separate lines were trained with a blank line after the thought
  const ownLines = suffix.toString().startsWith('\n')
  const gap = LlamaText(ownLines ? '\n\n' : '')
  const guessed = `${suffix.toString().trim().replace('/', '')}${ownLines ? '\n' : ''}`
  return {
    open: (prefix ?? LlamaText(new SpecialTokensText(guessed))).tokenize(model.tokenizer),
    close: suffix.tokenize(model.tokenizer),
    gap: gap.tokenize(model.tokenizer),
    closeText: suffix.toString().trim(),
  }
}

/** for templates that mark thoughts although their wrapper does not support them */
const COMMON_MARKS = {
  prefix: LlamaText(new SpecialTokensText('<think>\n')),
  suffix: LlamaText(new SpecialTokensText('\n</think>')),
}

/** One wrapper serves models that think and models that cannot: the file's own template must contain the mark. */
const known = (mark: string, model: LlamaModel): boolean =>
  (model.fileInfo.metadata.tokenizer.chat_template ?? '').includes(mark)

/** undefined for a mark that the wrapper does not expose, because the template writes it itself */
function textOf(mark: unknown): LlamaText | undefined {
  if (typeof mark === 'string' && mark !== '') return LlamaText(mark)
  return LlamaText.isLlamaText(mark) && mark.values.length > 0 ? mark : undefined
}
