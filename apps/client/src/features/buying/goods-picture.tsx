import type { Goods } from '@yunji/contract/commodity/goods-schema'
import { client } from '../../shared/platform/client'
import { Picture } from '../../shared/ui/picture'
import styles from './goods-picture.module.css'

interface GoodsPictureProps {
  readonly goods: Pick<Goods, 'picture'>
}

/** A phone of the model, beside its name. */
export function GoodsPicture({ goods: { picture } }: GoodsPictureProps) {
  return <Picture className={styles.picture} src={client.apiBase + picture} />
}
