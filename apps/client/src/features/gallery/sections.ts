import { badgesSection } from './sections/badges.tsx'
import { barsSection } from './sections/bars.tsx'
import { buttonSection } from './sections/button.tsx'
import { cellsSection } from './sections/cells.tsx'
import { choicesSection } from './sections/choices.tsx'
import { feedbackSection } from './sections/feedback.tsx'
import { fieldsSection } from './sections/fields.tsx'
import { iconsSection } from './sections/icons.tsx'
import { listsSection } from './sections/lists.tsx'
import { optionsSection } from './sections/options.tsx'
import { pagesSection } from './sections/pages.tsx'
import { phonesSection } from './sections/phones.tsx'
import { pickersSection } from './sections/pickers.tsx'
import { priceSection } from './sections/price.tsx'
import { progressSection } from './sections/progress.tsx'
import { sheetsSection } from './sections/sheets.tsx'
import { statesSection } from './sections/states.tsx'
import { ticketsSection } from './sections/tickets.tsx'
import { tokensSection } from './sections/tokens.tsx'
import { uploadsSection } from './sections/uploads.tsx'
import type { GallerySection } from './specimen.tsx'

/** Families in the order of the gallery. A new one is one file and one line. */
export const sections: readonly GallerySection[] = [
  tokensSection,
  iconsSection,
  buttonSection,
  badgesSection,
  priceSection,
  progressSection,
  cellsSection,
  choicesSection,
  optionsSection,
  barsSection,
  ticketsSection,
  sheetsSection,
  feedbackSection,
  statesSection,
  phonesSection,
  pagesSection,
  fieldsSection,
  pickersSection,
  uploadsSection,
  listsSection,
]
