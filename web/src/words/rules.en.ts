/** The rules of the four games in our own words. Keys name the picture beside each section. */
export interface Section {
  title: string
  text: readonly string[]
}
export interface Rulebook<Key extends string> {
  sections: Readonly<Record<Key, Section>>
  house: readonly string[]
  credits: string
}
export interface Rules {
  soles: Rulebook<'goal' | 'dice' | 'haul' | 'hook' | 'decide' | 'turn' | 'end'>
  espresso: Rulebook<'goal' | 'dice' | 'fish' | 'coffee' | 'poach' | 'special' | 'end'>
  lure: Rulebook<'goal' | 'splash' | 'cast' | 'fish' | 'together' | 'lures' | 'special' | 'end'>
  floe: Rulebook<'goal' | 'four' | 'three' | 'mishap' | 'score' | 'example' | 'next' | 'end'>
}

export const rules: Rules = {
  soles: {
    sections: {
      goal: {
        title: 'What it is about',
        text: ['Everybody fishes from one shoal in the middle. What lies in your net is not yours until you bring it home, and every further throw may lose it all. Most soles at home win.', 'A yellow sole counts 1, a red one 5. Change between them happens by itself. All 40 yellow ones lie in the middle, and red ones by the number of players: 8 for two, 12 for three, 16 for four, 20 for five, 24 for six to eight.'],
      },
      dice: {
        title: 'The four dice',
        text: ['Each die can show one sole, two soles, a hook, a Double-up or water. The two blue faces, water and Double-up, stay where they fall: that die is not thrown again this turn.'],
      },
      haul: {
        title: 'Counting a haul',
        text: ['Add up the soles on the dice just thrown, and double the sum for every Double-up in front of you, those set aside earlier included: three of them make it eightfold. So many soles go from the middle into your net.', 'Examples: two soles, two soles, one sole and water make 5. Three soles and a Double-up make 6. Two soles with two Double-ups make 8.'],
      },
      hook: {
        title: 'A hook among them',
        text: ['Then you may take the whole haul from one other player instead of from the middle. Whoever has less gives what there is; the rest is forgone.'],
      },
      decide: {
        title: 'Home, or once more?',
        text: ['After each haul you choose. Secure: the net goes into your supply, the next player begins with all four dice. Again: the blue dice stay aside, all others fly.', 'No sole among the dice just thrown: everything in the net slides back into the middle and your turn is over.'],
      },
      turn: {
        title: 'A whole turn',
        text: ['Karen throws two soles, one sole, one sole and water: 4 into the net. She goes on with three dice: one sole, a Double-up and a hook, that is 2, and she takes them from Reiner. Two dice are left: two soles and another Double-up. Two Double-ups lie there now, so 8 more. She brings 14 home.'],
      },
      end: { title: 'The end', text: ['Whoever takes the last sole from the middle brings the net home at once, and the game is over; a haul larger than what is left is cut to it. Most points win; equals share the win.'] },
    },
    house: [
      'The whole haul comes from one place, and it must be taken.',
      'A player without soles may be named too: sometimes it is wise not to empty the middle.',
      'Taking from a player never ends the game.',
      'Who begins is drawn by lot.',
      'The box does not tell us which face comes twice; our dice have one sole twice.',
    ],
    credits: 'Roll for Soles is a game by Reiner Knizia, published by AMIGO. This is an independent table made by admirers; texts and drawings are our own.',
  },
  espresso: {
    sections: {
      goal: { title: 'What it is about', text: ['Catch more fish than anyone from the lake, without falling asleep at the rod. One fish is yellow: it decides when players are level. With two or three players 19 fish swim in the lake, with four or five 29.'] },
      dice: {
        title: 'Five dice, thrown twice at most',
        text: ['Throw three blue and two red dice. Then every die may be thrown once more, one by one or several at once, in any order, looking at each result first.', 'They show a worm, a hook, or one of three waves: a wave counts 1, a double wave 2, an empty wave a half.'],
      },
      fish: {
        title: 'Fishing',
        text: ['With at least one worm, one hook and one wave you fish. Multiply the hooks by the sum of the waves and drop any half: so often may you throw the white die.', 'A fish: take one. Two fish: take two if a red die shows a worm, otherwise one. A shoe: nothing. Asleep: your turn is over, but you keep what you have.', 'Example: Sabrina has a hook, a worm on a red die, a double, a simple and an empty wave. 1 × 3.5 gives three throws.'],
      },
      coffee: { title: 'Espresso', text: ['You start with two; what is not dealt of the ten is out of the game. Drink one before any white throw, and for the rest of this turn falling asleep counts as a shoe.'] },
      poach: { title: 'Poaching', text: ['Equal symbols let you steal from others, from one or from several: three and two equal, 1 fish; four equal, 2 fish; five equal, 3 fish.'] },
      special: {
        title: 'The special combination',
        text: ['Three equal on the blue dice and two equal on the red ones: instead of stealing, take an espresso from a player or from the spent ones, or move a single fish: from the lake to anyone, from another player to anyone, or from another player back into the lake.', 'Example: 9, 8, 6 and 5 fish, the yellow one with the last, one fish in the lake. The third player gives it to the second: 9 and 9 are level and both out, and 6 wins.'],
      },
      end: { title: 'The end', text: ['The game ends the moment the lake is empty. Most fish win. Among equals the holder of the yellow fish wins; if none of them has it, they are all out and the next lower count is looked at.', 'Example: 10, 10, 3, 3, 3, and one of the last three has the yellow fish: that one wins.'] },
    },
    house: [
      'The three waves are different symbols when equal ones are counted.',
      'Fishing may be stopped at any time; stealing, the espresso and the move may be declined.',
      'One espresso a turn is all that may be drunk.',
      'Whoever takes a fish chooses blue or yellow while both are there.',
      'Five equal symbols are a special combination too: choose one of the two.',
      'A move never takes your own fish and never puts it back where it was.',
      'If the lake runs out in mid-turn, fish owed beyond the last are forgone.',
      'The faces of the dice are our reconstruction.',
    ],
    credits: 'Espresso Fishing is a game by Davide Rigolone, published by Piatnik. This is an independent table made by admirers; texts and drawings are our own.',
  },
  lure: {
    sections: {
      goal: { title: 'What it is about', text: ['Thirty kinds of fish, each with a total to reach and perhaps a wish. Throw few dice and you fish first; throw many and you reach the big ones, if anything is left.', 'Everybody draws one lure to begin with. With two or three players ten fish leave the game unseen.'] },
      splash: { title: '1. Splash', text: ['Each round turns up three fish, two with two or three players; what was left over stays. A splash sign acts at once: one more fish, or a lure for everybody.'] },
      cast: { title: '2. Cast', text: ['All choose in secret how many of their five six-sided dice they throw, whether the twelve- and twenty-sided ones join, and which lures. Then all reveal together. No dice at all is allowed.'] },
      fish: {
        title: '3. Fish',
        text: ['From fewest dice to most, each throws and takes every fish whose total is reached and whose wish is fulfilled: two equal dice, no two equal, all odd, all even, or certain numbers among them.', 'Lures that were played are spent. Whoever caught nothing draws a new lure. Once the last fish is gone, those who have not thrown give up their lures, draw one and take their dice back.'],
      },
      together: { title: 'Rolling together', text: ['Equal numbers of dice are thrown together. A fish that several could catch goes to the lowest total among them. If that lowest total is tied, nobody gets it.', 'Adjusting is chosen at the same time and in secret, after all have seen all dice.'] },
      lures: { title: 'Lures', text: ['There are 24: eight adjusts, two extra dice of each number from 1 to 6, four boasts. When the pile is empty the discards are shuffled and become the pile.', 'Adjust turns one of your dice by one, up or down. An extra die adds its number and counts as a die for wishes, but not for the order. A boast scores 2 points if you catch anything.'] },
      special: { title: 'The special dice', text: ['The twelve- and the twenty-sided die are strong, and tired afterwards: once revealed they rest for the whole next round.'] },
      end: { title: 'The end', text: ['When the last fish has been drawn, that round is finished and the game is over. Most points win; equals: fewer fish wins; else the win is shared.'] },
    },
    house: [
      'A wish is never fulfilled by no dice at all.',
      'One adjust lure turns one die by one, never below 1 or above its sides; several may go to one die.',
      'Hands are secret, their sizes are open. Caught fish lie open.',
      'Fish left at the very end score for nobody.',
      'The values on the cards are our reconstruction.',
    ],
    credits: 'Lure is a game by Satoru Nakamura, published by Allplay. This is an independent table made by admirers; texts and drawings are our own.',
  },
  floe: {
    sections: {
      goal: { title: 'What it is about', text: ['Throw real dice through the entrance onto an ice floe. A good die shows a high number or lies far ahead. Whatever touches the water is lost.'] },
      four: { title: 'Four dice', text: ['With no die of yours on the ice, throw all four. Of those that stay on the floe choose one: it scores for you. All four in the water: the highest goes onto the first free ice block and earns nothing this round.'] },
      three: { title: 'Three dice', text: ['If your die from the last round still lies there, throw the other three. At least one must outdo it: a higher number anywhere, or a place further ahead with any number. Choose one that does; it replaces the old one. If none does, your old die goes onto an ice block.'] },
      mishap: { title: 'Pushed off', text: ['Push your own marked die into the water and it goes onto a block, whatever else lies. Push another player’s die off, and its owner puts it back anywhere on the ice, its number unchanged.'] },
      score: { title: 'Scoring a round', text: ['From front to rear everyone on the ice adds: the own number, the numbers of all scoring dice behind, the numbers of all dice on blocks, plus a net that is touched or minus a hole that is touched. Seals move on the track; a taken space is jumped.'] },
      example: { title: 'Example', text: ['From front to rear: yellow 3, green 1 in the +6 net, purple 4, red 6 in the −2 hole; blue 5 on a block. They score 19, 22, 15, 9 and 0, and blue begins the next round.'] },
      next: { title: 'Who begins next', text: ['The one on the first ice block; if no block is taken, the one whose die lies furthest behind.'] },
      end: { title: 'The end', text: ['The game ends after the round in which a seal reaches 75, or 100 with five or six players. Furthest ahead wins. Two players have two colours each, take turns A B A B, and add both up.'] },
    },
    house: [
      'Touching the water at any moment of the throw counts as falling in. Hanging over the edge does not.',
      'The number of a die is its uppermost face; of a leaning one, the face nearest to up.',
      'Dice within half a millimetre are level; a level die is not behind yours. Of level dice the one whose seal is furthest behind scores first, and begins the next round where that counts.',
      'Of two nets or holes touched, the one whose centre is nearer counts.',
      'A round’s sum is never below 0.',
      'The map of the floe is our reconstruction.',
    ],
    credits: 'Rolling Dice is a game by the PAKK team (Peter Wichmann, Albrecht Werstein, Karl-Heinz Schmiel, Klaus Zoch), published by ABACUSSPIELE. This is an independent table made by admirers; texts and drawings are our own.',
  },
}
