import { chooseFields } from '#config/choose-fields.js'
import type { SiteConfig } from '#config/service/site-config.js'

/** The configured field, or another one by its id: of the configured file, or of the shipped ones. */
export const fieldsOf = ({ field }: SiteConfig, id: string = field.id): ReturnType<typeof chooseFields> =>
  chooseFields({ field: id, ...(field.file !== null && { fields: field.file }) })
