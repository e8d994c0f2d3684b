import { View } from '@tarojs/components'

export default function CreateGoodsDetailsPage() {
  return <View>create/goodsDetails</View>
}
