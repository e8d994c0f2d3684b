import type { PropsWithChildren } from 'react'
import { useIsDark } from '../../theme/theme.ts'
import { Box } from '../elements/elements'
import { dataUriOf } from '../icon/svg.ts'
import styles from './empty.module.css'
import { darkened, type IllustrationDrawing } from './illustrations.ts'

interface IllustrationProps {
  readonly of: IllustrationDrawing
}

/** A picture beside words that say the same. */
function Illustration({ of: drawing }: IllustrationProps) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 180 140">${useIsDark() ? darkened(drawing) : drawing}</svg>`
  return <Box className={styles.illustration} style={{ backgroundImage: dataUriOf(svg) }} isDecoration />
}

interface EmptyProps extends PropsWithChildren {
  readonly illustration: IllustrationDrawing
  readonly title: string
  readonly hint?: string
}

/** There is nothing here, and what to do about it: at most two buttons. */
export function Empty({ illustration, title, hint, children }: EmptyProps) {
  return (
    <Box className={styles.empty}>
      <Illustration of={illustration} />
      <Box as="h2" className={styles.title}>
        {title}
      </Box>
      {hint && (
        <Box as="p" className={styles.hint}>
          {hint}
        </Box>
      )}
      {children && <Box className={styles.actions}>{children}</Box>}
    </Box>
  )
}
