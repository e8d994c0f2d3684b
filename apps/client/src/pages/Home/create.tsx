import { CreateGoods } from '../../features/commerce/buying/create-goods.tsx'

export default function HomeCreatePage() {
  return <CreateGoods />
}
