import type { PropsWithChildren } from 'react'
import { Box } from './elements'
import styles from './empty.module.css'
import { Illustration } from './illustration.tsx'
import type { IllustrationDrawing } from './illustrations/drawing.ts'

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
