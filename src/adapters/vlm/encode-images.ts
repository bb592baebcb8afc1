import {
  cat,
  type PreTrainedModel,
  type Processor,
  type RawImage,
  type Tensor,
} from '@huggingface/transformers'

interface Seen {
  readonly pixel_values: Tensor
  /** patch grid of each picture: pictures × (time, height, width) */
  readonly image_grid_thw: Tensor
}

/**
 * Adapts models of the Qwen family, which take the patches of all pictures in one row. The library would treat several
 * pictures as one video, and exported encoders accept only one picture: this makes each picture be split and encoded
 * separately. Other families are left unchanged.
 */
export function encodeImagesSeparately(processor: Processor, model: PreTrainedModel): void {
  if (!('image_grid_thw_name' in model)) return
  const cutter = processor.image_processor as unknown as { _call: (pictures: unknown) => Promise<Seen> }
  const cut = cutter._call.bind(cutter)
  cutter._call = async (pictures) =>
    joined(await inTurn(Array.isArray(pictures) ? (pictures as RawImage[]) : [pictures], cut))
  const encoder = model as unknown as { encode_image: (seen: Seen) => Promise<Tensor> }
  const encode = encoder.encode_image.bind(encoder)
  encoder.encode_image = async (seen) => catAll(await inTurn(parts(seen), encode))
}

const joined = (all: readonly Seen[]): Seen => ({
  pixel_values: catAll(all.map((seen) => seen.pixel_values)),
  image_grid_thw: catAll(all.map((seen) => seen.image_grid_thw)),
})

function parts({ pixel_values, image_grid_thw }: Seen): Seen[] {
  let from = 0
  return (image_grid_thw.tolist() as bigint[][]).map((grid, i) => {
    const to = from + Number(grid.reduce((product, side) => product * side, 1n))
    const part = {
      pixel_values: pixel_values.slice([from, to]),
      image_grid_thw: image_grid_thw.slice([i, i + 1]),
    }
    from = to
    return part
  })
}

const catAll = (tensors: Tensor[]): Tensor =>
  tensors.length === 1 ? (tensors[0] as Tensor) : cat(tensors, 0)

async function inTurn<A, B>(all: readonly A[], action: (one: A) => Promise<B>): Promise<B[]> {
  const done: B[] = []
  for (const one of all) done.push(await action(one))
  return done
}
