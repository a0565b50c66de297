/**
 * ALFWorld's tables of things: possible contents of each receptacle, which things can be heated, cooled, cleaned,
 * toggled, sliced, and which objects are usual in which room.
 * Source: Shridhar et al., ALFWorld, ICLR 2021; the object tables of ALFRED (Shridhar et al., CVPR 2020).
 */

const words = (text: string): readonly string[] => text.split(' ')

/** Kinds of objects that each kind of receptacle can contain. */
export const canContain: Readonly<Record<string, readonly string[]>> = {
  Pot: words(
    'Apple AppleSliced ButterKnife DishSponge Egg Fork Knife Ladle Lettuce LettuceSliced Potato PotatoSliced Spatula Spoon Tomato TomatoSliced',
  ),
  Pan: words(
    'Apple AppleSliced ButterKnife DishSponge Egg Fork Knife Ladle Lettuce LettuceSliced Potato PotatoSliced Spatula Spoon Tomato TomatoSliced',
  ),
  Bowl: words(
    'Apple AppleSliced ButterKnife CD Candle CellPhone Cloth CreditCard DishSponge Egg Fork KeyChain Knife Ladle Lettuce LettuceSliced Mug PaperTowel Pen Pencil Potato PotatoSliced RemoteControl Spatula Spoon Tomato TomatoSliced Watch',
  ),
  CoffeeMachine: words('Mug'),
  Microwave: words(
    'Apple AppleSliced Bowl Bread BreadSliced Cup Egg Glassbottle Mug Plate Potato PotatoSliced Tomato TomatoSliced',
  ),
  StoveBurner: words('Kettle Pan Pot'),
  Fridge: words(
    'Apple AppleSliced Bowl Bread BreadSliced Cup Egg Glassbottle Lettuce LettuceSliced Mug Pan Plate Pot Potato PotatoSliced Tomato TomatoSliced WineBottle',
  ),
  Mug: words('ButterKnife Fork KeyChain Knife Pen Pencil Spoon Watch'),
  Plate: words(
    'AlarmClock Apple AppleSliced Book ButterKnife CD Candle CellPhone Cloth CreditCard DishSponge Egg Fork Glassbottle KeyChain Knife Ladle Lettuce LettuceSliced Mug PaperTowel Pen Pencil Potato PotatoSliced Spatula Spoon TissueBox Tomato TomatoSliced Watch',
  ),
  Cup: words('ButterKnife Fork Spoon'),
  Sofa: words('BasketBall Book Box CellPhone Cloth CreditCard KeyChain Laptop Newspaper Pillow RemoteControl'),
  ArmChair: words('BasketBall Book Box CellPhone Cloth CreditCard KeyChain Laptop Newspaper Pillow RemoteControl'),
  Box: words(
    'AlarmClock Book CD Candle CellPhone Cloth CreditCard DishSponge Glassbottle KeyChain Mug PaperTowel Pen Pencil RemoteControl Statue TissueBox Vase Watch',
  ),
  Ottoman: words('BasketBall Book Box CellPhone Cloth CreditCard KeyChain Laptop Newspaper Pillow RemoteControl'),
  Dresser: words(
    'AlarmClock BasketBall Book Bowl Box CD Candle CellPhone Cloth CreditCard Cup Glassbottle KeyChain Laptop Mug Newspaper Pen Pencil Plate RemoteControl SprayBottle Statue TennisRacket TissueBox ToiletPaper ToiletPaperRoll Vase Watch WateringCan WineBottle',
  ),
  LaundryHamper: words('Cloth'),
  Desk: words(
    'AlarmClock BasketBall Book Bowl Box CD Candle CellPhone Cloth CreditCard Cup Glassbottle KeyChain Laptop Mug Newspaper Pen Pencil Plate RemoteControl SoapBottle SprayBottle Statue TennisRacket TissueBox ToiletPaper ToiletPaperRoll Vase Watch WateringCan WineBottle',
  ),
  Bed: words('BaseballBat BasketBall Book CellPhone Laptop Newspaper Pillow TennisRacket'),
  Toilet: words(
    'Candle Cloth DishSponge HandTowel Newspaper PaperTowel SoapBar SoapBottle SprayBottle TissueBox ToiletPaper ToiletPaperRoll',
  ),
  ToiletPaperHanger: words('ToiletPaper ToiletPaperRoll'),
  TowelHolder: words('Towel'),
  HandTowelHolder: words('HandTowel'),
  Cart: words(
    'Candle Cloth DishSponge HandTowel Mug PaperTowel Plunger SoapBar SoapBottle SprayBottle Statue TissueBox ToiletPaper ToiletPaperRoll Vase',
  ),
  BathtubBasin: words('Cloth DishSponge HandTowel SoapBar'),
  SinkBasin: words(
    'Apple AppleSliced Bowl ButterKnife Cloth Cup DishSponge Egg Fork Glassbottle HandTowel Kettle Knife Ladle Lettuce LettuceSliced Mug Pan Plate Pot Potato PotatoSliced SoapBar Spatula Spoon Tomato TomatoSliced',
  ),
  Cabinet: words(
    'Book Bowl Box CD Candle Cloth Cup DishSponge Glassbottle HandTowel Kettle Ladle Mug Newspaper Pan PepperShaker Plate Plunger Pot SaltShaker SoapBar SoapBottle SprayBottle TissueBox ToiletPaper ToiletPaperRoll Vase WateringCan WineBottle',
  ),
  CounterTop: words(
    'AlarmClock Apple AppleSliced BaseballBat BasketBall Book Bowl Box Bread BreadSliced ButterKnife CD Candle CellPhone Cloth CreditCard Cup DishSponge Egg Fork Glassbottle HandTowel Kettle KeyChain Knife Ladle Laptop Lettuce LettuceSliced Mug Newspaper Pan PaperTowel Pen Pencil PepperShaker Plate Pot Potato PotatoSliced RemoteControl SaltShaker SoapBar SoapBottle Spatula Spoon SprayBottle Statue TennisRacket TissueBox ToiletPaper ToiletPaperRoll Tomato TomatoSliced Vase Watch WateringCan WineBottle',
  ),
  Shelf: words(
    'AlarmClock Book Bowl Box CD Candle CellPhone Cloth CreditCard Cup DishSponge Glassbottle HandTowel Kettle KeyChain Mug Newspaper PaperTowel Pen Pencil PepperShaker Plate Pot RemoteControl SaltShaker SoapBar SoapBottle SprayBottle Statue TissueBox ToiletPaper ToiletPaperRoll Vase Watch WateringCan WineBottle',
  ),
  Drawer: words(
    'Book ButterKnife CD Candle CellPhone Cloth CreditCard DishSponge Fork HandTowel KeyChain Knife Ladle Newspaper Pen Pencil PepperShaker RemoteControl SaltShaker SoapBar SoapBottle Spatula Spoon SprayBottle TissueBox ToiletPaper ToiletPaperRoll Watch WateringCan',
  ),
  GarbageCan: words(
    'Apple AppleSliced Bread BreadSliced CD Cloth DishSponge Egg HandTowel Lettuce LettuceSliced Newspaper PaperTowel Pen Pencil Potato PotatoSliced SoapBar SoapBottle SprayBottle TissueBox ToiletPaper ToiletPaperRoll Tomato TomatoSliced WineBottle',
  ),
  Safe: words('CD CellPhone CreditCard KeyChain Statue Vase Watch'),
  TVStand: words('TissueBox'),
  Toaster: words('BreadSliced'),
  DiningTable: words(
    'AlarmClock Apple AppleSliced BaseballBat BasketBall Book Bowl Box Bread BreadSliced ButterKnife CD Candle CellPhone Cloth CreditCard Cup DishSponge Egg Fork Glassbottle HandTowel Kettle KeyChain Knife Ladle Laptop Lettuce LettuceSliced Mug Newspaper Pan PaperTowel Pen Pencil PepperShaker Plate Pot Potato PotatoSliced RemoteControl SaltShaker SoapBar SoapBottle Spatula Spoon SprayBottle Statue TennisRacket TissueBox ToiletPaper ToiletPaperRoll Tomato TomatoSliced Vase Watch WateringCan WineBottle',
  ),
  CoffeeTable: words(
    'AlarmClock Apple AppleSliced BaseballBat BasketBall Book Bowl Box Bread BreadSliced ButterKnife CD Candle CellPhone Cloth CreditCard Cup DishSponge Egg Fork Glassbottle HandTowel Kettle KeyChain Knife Ladle Laptop Lettuce LettuceSliced Mug Newspaper Pan PaperTowel Pen Pencil PepperShaker Plate Pot Potato PotatoSliced RemoteControl SaltShaker SoapBar SoapBottle Spatula Spoon SprayBottle Statue TennisRacket TissueBox ToiletPaper ToiletPaperRoll Tomato TomatoSliced Vase Watch WateringCan WineBottle',
  ),
  SideTable: words(
    'AlarmClock Apple AppleSliced BaseballBat BasketBall Book Bowl Box Bread BreadSliced ButterKnife CD Candle CellPhone Cloth CreditCard Cup DishSponge Egg Fork Glassbottle HandTowel Kettle KeyChain Knife Ladle Laptop Lettuce LettuceSliced Mug Newspaper Pan PaperTowel Pen Pencil PepperShaker Plate Pot Potato PotatoSliced RemoteControl SaltShaker SoapBar SoapBottle Spatula Spoon SprayBottle Statue TennisRacket TissueBox ToiletPaper ToiletPaperRoll Tomato TomatoSliced Vase Watch WateringCan WineBottle',
  ),
}

/** Kinds of objects with each affordance. */
export const affordances = {
  heatable: words('Apple AppleSliced Bread BreadSliced Cup Egg Mug Plate Potato PotatoSliced Tomato TomatoSliced'),
  coolable: words(
    'Apple AppleSliced Bowl Bread BreadSliced Cup Egg Lettuce LettuceSliced Mug Pan Plate Pot Potato PotatoSliced Tomato TomatoSliced WineBottle',
  ),
  cleanable: words(
    'Apple AppleSliced Bowl ButterKnife Cloth Cup DishSponge Egg Fork Kettle Knife Ladle Lettuce LettuceSliced Mug Pan Plate Pot Potato PotatoSliced SoapBar Spatula Spoon Tomato TomatoSliced',
  ),
  toggleable: words('DeskLamp FloorLamp'),
  sliceable: words('Apple Bread Egg Lettuce Potato Tomato'),
} as const

/** Objects that can have things inside and be carried. */
export const movableReceptacles = words('Bowl Box Cup Mug Pan Plate Pot')

/** Kinds of receptacles in a room. */
export const receptacleKinds = words(
  'ArmChair BathtubBasin Bed Cabinet Cart CoffeeMachine CoffeeTable CounterTop Desk DiningTable Drawer Dresser Fridge GarbageCan HandTowelHolder LaundryHamper Microwave Ottoman PaintingHanger Safe Shelf SideTable SinkBasin Sofa StoveBurner TVStand Toaster Toilet ToiletPaperHanger TowelHolder',
)

/** Kinds that are closed at first and can be opened. */
export const openableKinds = words('Box Cabinet Drawer Fridge Microwave Safe')

/** Objects that a room of each sort usually has. */
export const usualObjects = {
  livingroom: words(
    'KeyChain CreditCard RemoteControl Laptop Box Pillow Statue Vase Newspaper Watch WateringCan Plate TissueBox CellPhone Book Pen Pencil Bowl Candle',
  ),
  bedroom: words(
    'CD CreditCard KeyChain Book AlarmClock Pillow Laptop Pencil Pen CellPhone Mug Bowl Box BaseballBat BasketBall TennisRacket Cloth Statue TissueBox',
  ),
  kitchen: words(
    'DishSponge Spatula Spoon Egg Knife Tomato Bowl SaltShaker Bread Apple Fork Potato Plate Pot Cup SoapBottle Lettuce Pan PepperShaker Mug ButterKnife Kettle WineBottle',
  ),
  bathroom: words(
    'Candle SprayBottle SoapBar HandTowel ToiletPaper Cloth Towel SoapBottle ScrubBrush Plunger TissueBox DishSponge',
  ),
} as const

export type RoomKind = keyof typeof usualObjects

/** Every kind of thing that a room of the original game may have, visible or not. */
export const allKinds = words(
  'AlarmClock Apple ArmChair BaseballBat BasketBall Bathtub BathtubBasin Bed Blinds Book Boots Bowl Box Bread ButterKnife Cabinet Candle Cart CD CellPhone Chair Cloth CoffeeMachine CounterTop CreditCard Cup Curtains Desk DeskLamp DishSponge Drawer Dresser Egg FloorLamp Footstool Fork Fridge GarbageCan Glassbottle HandTowel HandTowelHolder HousePlant Kettle KeyChain Knife Ladle Laptop LaundryHamper LaundryHamperLid Lettuce LightSwitch Microwave Mirror Mug Newspaper Ottoman Painting Pan PaperTowel PaperTowelRoll Pen Pencil PepperShaker Pillow Plate Plunger Poster Pot Potato RemoteControl Safe SaltShaker ScrubBrush Shelf ShowerDoor ShowerGlass Sink SinkBasin SoapBar SoapBottle Sofa Spatula Spoon SprayBottle Statue StoveBurner StoveKnob DiningTable CoffeeTable SideTable TeddyBear Television TennisRacket TissueBox Toaster Toilet ToiletPaper ToiletPaperHanger ToiletPaperRoll Tomato Towel TowelHolder TVStand Vase Watch WateringCan Window WineBottle',
)

/** Kinds of receptacles that a desk lamp is on. */
export const lampPlaces = words('Desk SideTable Dresser Shelf')
