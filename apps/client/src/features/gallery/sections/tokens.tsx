import { Box } from '../../../shared/ui/elements/elements'
import type { GallerySection } from '../specimen.tsx'
import { Row, Specimen } from '../specimen.tsx'
import styles from './tokens.module.css'

const colours = [
  ['brand', 'brand-fill', 'brand-press', 'brand-ink', 'brand-50', 'brand-100', 'brand-200', 'brand-300'],
  ['ink-1', 'ink-2', 'ink-3', 'ink-4', 'bg', 'inset', 'line', 'line-2'],
  ['promo', 'promo-ink', 'promo-50', 'count', 'disabled', 'disabled-ink', 'groove', 'groove-light'],
  ['run', 'run-ink', 'run-50', 'soon', 'soon-ink', 'soon-50', 'dead', 'dead-ink', 'dead-50'],
  ['back', 'back-ink', 'back-50', 'off', 'off-ink', 'off-50'],
  ['lv1', 'lv2', 'lv3', 'lv4', 'lv5', 'lv1-mat', 'lv2-mat', 'lv3-mat', 'lv4-mat', 'lv5-mat'],
]

const sizes = [28, 20, 16, 14, 12] as const

function Swatch({ name }: { readonly name: string }) {
  return (
    <Box className={styles.swatch}>
      <Box className={styles.colour} style={{ background: `var(--${name})` }} />
      {name}
    </Box>
  )
}

function Content() {
  return (
    <>
      <Specimen title="colour">
        {colours.map((names) => (
          <Row key={names[0]}>
            {names.map((name) => (
              <Swatch key={name} name={name} />
            ))}
          </Row>
        ))}
      </Specimen>
      <Specimen title="type: five sizes">
        {sizes.map((size) => (
          <Box key={size} className={styles[`t${size}`]}>
            {size} 金额与标题 1,286.50
          </Box>
        ))}
      </Specimen>
      <Specimen title="radius 6, 8, 12, 16, 20">
        <Row>
          {['r6', 'r8', 'r12', 'r16', 'r20'].map((name) => (
            <Box key={name} className={styles.corner} style={{ borderRadius: `var(--${name})` }} />
          ))}
        </Row>
      </Specimen>
      <Specimen title="shadow: card, floating, lone action">
        <Row>
          {['sh1', 'sh2', 'sh-brand'].map((name) => (
            <Box key={name} className={styles.shadow} style={{ boxShadow: `var(--${name})` }} />
          ))}
        </Row>
      </Specimen>
    </>
  )
}

export const tokensSection: GallerySection = { id: 'tokens', title: '色彩、字号、圆角、阴影', Content }
