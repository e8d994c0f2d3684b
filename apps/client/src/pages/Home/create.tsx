import { CreateGoods } from '../../features/buying/create-goods.tsx'

export default function HomeCreatePage() {
  return <CreateGoods />
}
