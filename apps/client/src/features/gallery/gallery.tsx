import { GALLERY_ROUTE } from '../../shared/navigation/page-title.ts'
import { Box, Tap } from '../../shared/ui/elements/elements'
import styles from './gallery.module.css'
import { sections } from './sections.ts'

const sectionUrl = (id: string) => `/pages/${GALLERY_ROUTE}?section=${id}`

function Contents() {
  return (
    <Box className={styles.contents}>
      {sections.map(({ id, title }) => (
        <Tap key={id} className={styles.entry} to={sectionUrl(id)}>
          {title}
        </Tap>
      ))}
    </Box>
  )
}

interface GalleryProps {
  readonly sectionId: string | undefined
}

/** The whole design system: its contents, or one of its families. */
export function Gallery({ sectionId }: GalleryProps) {
  const section = sections.find(({ id }) => id === sectionId)
  if (!section) return <Contents />
  return (
    <Box id={`section-${section.id}`} className={styles.section}>
      <Box as="h2" className={styles.title}>
        {section.title}
      </Box>
      <section.Content />
    </Box>
  )
}
