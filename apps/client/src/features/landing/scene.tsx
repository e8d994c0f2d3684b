import { useMemo } from 'react'
import { classes } from '../../shared/ui/classes.ts'
import { Box } from '../../shared/ui/elements/elements'
import styles from './landing.module.css'
import { backgroundOf } from './scenes.ts'

interface SceneProps {
  readonly picture: string
  readonly className?: string
  /** Decoration without one. */
  readonly alt?: string
}

/** A picture that fills its place. */
export function Scene({ picture, className, alt }: SceneProps) {
  const backgroundImage = useMemo(() => backgroundOf(picture), [picture])
  return (
    <Box
      className={classes(styles.scene, className)}
      style={{ backgroundImage }}
      {...(alt ? { role: 'img', label: alt } : { isDecoration: true })}
    />
  )
}
