import { badgesSection } from './badges.tsx'
import { barsSection } from './bars.tsx'
import { buttonSection } from './button.tsx'
import { cellsSection } from './cells.tsx'
import { choicesSection } from './choices.tsx'
import { feedbackSection } from './feedback.tsx'
import { fieldsSection } from './fields.tsx'
import { iconsSection } from './icons.tsx'
import { listsSection } from './lists.tsx'
import { optionsSection } from './options.tsx'
import { pagesSection } from './pages.tsx'
import { phonesSection } from './phones.tsx'
import { pickersSection } from './pickers.tsx'
import { priceSection } from './price.tsx'
import { progressSection } from './progress.tsx'
import type { GallerySection } from './section.ts'
import { sheetsSection } from './sheets.tsx'
import { statesSection } from './states.tsx'
import { ticketsSection } from './tickets.tsx'
import { tokensSection } from './tokens.tsx'
import { uploadsSection } from './uploads.tsx'

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
