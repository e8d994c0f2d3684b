import { View } from '@tarojs/components'

export default function CreateBuyGoodsPage() {
  return <View>create/buyGoods</View>
}
