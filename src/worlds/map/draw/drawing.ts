import { escapeXml } from '#bt/entities.js'
import { visible } from '#base/visible.js'

/**
 * A drawing as plain JSON: the report writes it as markup, the web page makes elements of it. Colours are the page's
 * own, by class; sizes are in the units of its view box.
 */
export interface Drawing {
  readonly viewBox: string
  /** what it shows, for people who cannot see it */
  readonly label: string
  /** what never changes: the same for every drawing of a map */
  readonly ground: readonly Drawn[]
  /** what is believed now */
  readonly marks: readonly Drawn[]
}

/** An element of SVG; what is in it is text or further elements. */
export interface Drawn {
  readonly tag: 'g' | 'polygon' | 'rect' | 'circle' | 'path' | 'text' | 'title'
  readonly attributes: Readonly<Record<string, string | number>>
  readonly content: readonly (Drawn | string)[]
}

export const drawn = (
  tag: Drawn['tag'],
  attributes: Drawn['attributes'],
  ...content: Drawn['content']
): Drawn => ({ tag, attributes, content })

/** Writes elements as markup; text and attributes are escaped, and nothing in them stays invisible. */
export const markupOf = (elements: readonly (Drawn | string)[]): string =>
  elements
    .map((element) => {
      if (typeof element === 'string') return escapeXml(visible(element))
      const { tag, attributes, content } = element
      const written = Object.entries(attributes).map(
        ([name, value]) => ` ${name}="${escapeXml(visible(String(value)))}"`,
      )
      return `<${tag}${written.join('')}>${markupOf(content)}</${tag}>`
    })
    .join('')
