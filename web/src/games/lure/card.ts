/** What is printed on a fish card: public knowledge, shown as the server tells it. */
export interface FishCard {
  name: string
  catch: number
  need: string
  points: number
  splash: string
}
