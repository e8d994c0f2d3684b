import { useEffect, useRef } from 'react'
import { classes } from '../../../../shared/ui/classes.ts'
import { Box, Tap } from '../../../../shared/ui/elements/elements'
import { Icon } from '../../../../shared/ui/icon/icon.tsx'
import { back } from '../../../../shared/ui/icon/icons.ts'
import { useInstance } from '../instance-store.ts'
import { useStage } from '../stage/use-stage.ts'
import { canFillScreen } from './browser.ts'
import glass from './glass.module.css'
import styles from './tool-column.module.css'
import { type ToolName, toolsFor } from './tool-list.ts'
import { useAutoCollapse } from './use-auto-collapse.ts'
import { useVerticalDrag } from './use-vertical-drag.ts'

interface ToolColumnProps {
  readonly onTool: (tool: ToolName) => void
}

/** The focus goes from the tools to their handle when they fold, and back when they unfold. */
const useKeptFocus = () => {
  const place = useRef<HTMLDivElement>(null)
  const isWanted = useRef(false)
  useEffect(() => {
    if (!isWanted.current) return
    isWanted.current = false
    place.current?.querySelector('button')?.focus()
  })
  return {
    place,
    /** Called before what holds the focus is taken away. */
    keep: () => {
      isWanted.current = place.current?.contains(document.activeElement) ?? false
    },
  }
}

/** Toolbar of the instance. Collapses to the edge, and can be dragged along it; stays where there is room beside the picture. */
export function ToolColumn({ onTool }: ToolColumnProps) {
  const mode = useInstance(({ player }) => player.mode)
  const panel = useInstance((state) => state.panel)
  const { canRotate, isRotated, isWide, isPictureWide, isRoomy } = useStage()
  const { place, keep } = useKeptFocus()
  const { isFolded, keepOpen } = useAutoCollapse(panel === 'quality' || isRoomy, keep)
  const { offsetPx, handlers } = useVerticalDrag(isRotated)
  const isOn = (tool: ToolName) => panel === tool || (tool === 'turn' && isRotated)
  const style = isWide || isRoomy ? {} : { transform: `translateY(${offsetPx}px)` }
  const unfold = () => {
    keep()
    keepOpen()
  }

  if (isFolded) {
    return (
      <div ref={place} className={classes(styles.handlePlace, isWide && styles.besideKeys)} style={style} {...handlers}>
        <Tap className={styles.handleHit} label="展开工具栏" onTap={unfold}>
          <Box className={classes(glass.glass, styles.handle)}>
            <Icon of={back} size={16} />
          </Box>
        </Tap>
      </div>
    )
  }
  return (
    <div
      ref={place}
      className={classes(
        glass.glass,
        styles.column,
        isRoomy && styles.beside,
        isPictureWide && styles.atEdge,
        isWide && styles.wide,
      )}
      style={style}
      role="toolbar"
      aria-label="云手机工具栏"
      aria-orientation={isWide ? 'horizontal' : 'vertical'}
    >
      {toolsFor({ mode, canFillScreen, canRotate }).map(({ name, icon, label }) => (
        <Tap
          key={name}
          className={classes(styles.tool, isOn(name) && styles.on)}
          onTap={() => {
            keepOpen()
            onTool(name)
          }}
        >
          <Icon of={icon} size={20} />
          {label}
        </Tap>
      ))}
    </div>
  )
}
