import type { Rules } from './rules.en.ts'

/** Die Regeln der vier Spiele in unseren eigenen Worten. */
export const rules: Rules = {
  soles: {
    sections: {
      goal: {
        title: 'Worum es geht',
        text: ['Alle fischen aus einem Schwarm in der Mitte. Was im Netz liegt, gehört dir erst, wenn du es heimbringst, und jeder weitere Wurf kann alles kosten. Wer am Ende die meisten Schollen daheim hat, gewinnt.', 'Eine gelbe Scholle zählt 1, eine rote 5. Gewechselt wird von selbst. Alle 40 gelben liegen in der Mitte, rote je nach Zahl der Spielenden: 8 zu zweit, 12 zu dritt, 16 zu viert, 20 zu fünft, 24 zu sechst bis acht.'],
      },
      dice: { title: 'Die vier Würfel', text: ['Jeder Würfel zeigt eine Scholle, zwei Schollen, einen Haken, einen Doppler oder Wasser. Die beiden blauen Seiten, Wasser und Doppler, bleiben liegen: Dieser Würfel fliegt in diesem Zug nicht mehr.'] },
      haul: {
        title: 'Den Fang zählen',
        text: ['Zähle die Schollen auf den eben geworfenen Würfeln und verdopple die Summe für jeden Doppler vor dir, auch die beiseitegelegten: Drei davon machen das Achtfache. So viele Schollen kommen aus der Mitte ins Netz.', 'Beispiele: zwei, zwei, eine Scholle und Wasser sind 5. Drei Schollen und ein Doppler sind 6. Zwei Schollen mit zwei Dopplern sind 8.'],
      },
      hook: { title: 'Ein Haken dabei', text: ['Dann darfst du den ganzen Fang statt aus der Mitte von einer anderen Person nehmen. Wer weniger hat, gibt, was da ist; der Rest verfällt.'] },
      decide: {
        title: 'Heim, oder noch einmal?',
        text: ['Nach jedem Fang entscheidest du. Sichern: Das Netz kommt in deinen Vorrat, und die nächste Person beginnt mit allen vier Würfeln. Noch einmal: Die blauen Würfel bleiben liegen, alle anderen fliegen.', 'Keine Scholle unter den eben geworfenen Würfeln: Alles im Netz rutscht zurück in die Mitte, und dein Zug ist vorbei.'],
      },
      turn: { title: 'Ein ganzer Zug', text: ['Karen wirft zwei, eine, eine Scholle und Wasser: 4 ins Netz. Sie macht mit drei Würfeln weiter: eine Scholle, ein Doppler, ein Haken, das sind 2, und die nimmt sie von Reiner. Zwei Würfel bleiben: zwei Schollen und noch ein Doppler. Nun liegen zwei Doppler da, also 8 dazu. Sie bringt 14 heim.'] },
      end: { title: 'Das Ende', text: ['Wer die letzte Scholle aus der Mitte nimmt, bringt das Netz sofort heim, und das Spiel ist aus; ein größerer Fang wird auf den Rest gekürzt. Die meisten Punkte gewinnen; bei Gleichstand wird der Sieg geteilt.'] },
    },
    house: [
      'Der ganze Fang kommt von einer Stelle, und er muss genommen werden.',
      'Auch wer nichts hat, darf genannt werden: Manchmal ist es klug, die Mitte nicht zu leeren.',
      'Von anderen zu nehmen beendet nie das Spiel.',
      'Wer beginnt, entscheidet das Los.',
      'Welche Seite doppelt vorkommt, verrät die Schachtel nicht; bei uns ist es die eine Scholle.',
    ],
    credits: 'Roll for Soles ist ein Spiel von Reiner Knizia, erschienen bei AMIGO. Dies ist ein unabhängiger Tisch von Leuten, die es mögen; Texte und Zeichnungen sind von uns.',
  },
  espresso: {
    sections: {
      goal: { title: 'Worum es geht', text: ['Fang mehr Fische aus dem See als die anderen, ohne an der Angel einzuschlafen. Ein Fisch ist gelb: Er entscheidet bei Gleichstand. Zu zweit und zu dritt schwimmen 19 Fische im See, zu viert und fünft 29.'] },
      dice: {
        title: 'Fünf Würfel, höchstens zweimal',
        text: ['Wirf drei blaue und zwei rote Würfel. Danach darf jeder Würfel noch einmal fliegen, einzeln oder zusammen, in beliebiger Reihenfolge; jedes Ergebnis siehst du vorher.', 'Sie zeigen Wurm, Haken oder eine von drei Wellen: Eine Welle zählt 1, eine Doppelwelle 2, eine leere Welle ein halb.'],
      },
      fish: {
        title: 'Angeln',
        text: ['Mit mindestens einem Wurm, einem Haken und einer Welle wird geangelt. Haken mal Summe der Wellen, ohne den halben Rest: So oft darfst du den weißen Würfel werfen.', 'Ein Fisch: nimm einen. Zwei Fische: nimm zwei, wenn ein roter Würfel einen Wurm zeigt, sonst einen. Schuh: nichts. Eingeschlafen: Der Zug ist vorbei, dein Fang bleibt dir.', 'Beispiel: Sabrina hat einen Haken, einen Wurm auf Rot, eine doppelte, eine einfache und eine leere Welle. 1 × 3,5 gibt drei Würfe.'],
      },
      coffee: { title: 'Espresso', text: ['Du beginnst mit zwei; was von den zehn nicht verteilt wird, ist aus dem Spiel. Trink einen vor einem weißen Wurf, und für den Rest des Zuges zählt Einschlafen als Schuh.'] },
      poach: { title: 'Wildern', text: ['Gleiche Zeichen erlauben das Stehlen, von einer oder mehreren Personen: drei und zwei gleiche, 1 Fisch; vier gleiche, 2 Fische; fünf gleiche, 3 Fische.'] },
      special: {
        title: 'Die besondere Kombination',
        text: ['Drei gleiche auf Blau und zwei gleiche auf Rot: Nimm statt zu stehlen einen Espresso von jemandem oder von den verbrauchten, oder bewege einen einzigen Fisch: aus dem See zu irgendwem, von anderen zu irgendwem, oder von anderen zurück in den See.', 'Beispiel: 9, 8, 6 und 5 Fische, der gelbe bei der letzten Person, einer noch im See. Die dritte gibt ihn der zweiten: 9 und 9 sind gleich und beide draußen, und 6 gewinnt.'],
      },
      end: { title: 'Das Ende', text: ['Das Spiel endet, sobald der See leer ist. Die meisten Fische gewinnen. Unter Gleichen gewinnt, wer den gelben hat; hat ihn niemand von ihnen, sind alle draußen, und die nächstkleinere Zahl wird betrachtet.', 'Beispiel: 10, 10, 3, 3, 3, und jemand mit 3 hat den gelben Fisch: Der Sieg geht dorthin.'] },
    },
    house: [
      'Die drei Wellen sind verschiedene Zeichen, wenn gleiche gezählt werden.',
      'Aufhören darf man jederzeit; Stehlen, Espresso und Bewegen sind freiwillig.',
      'Ein Espresso je Zug ist genug, und mehr ist nicht erlaubt.',
      'Wer einen Fisch nimmt, wählt Blau oder Gelb, solange beide da sind.',
      'Fünf gleiche sind auch eine besondere Kombination: Du wählst eines von beiden.',
      'Bewegt wird nie ein eigener Fisch und nie dorthin zurück, wo er war.',
      'Ist der See mitten im Zug leer, verfällt, was noch zustünde.',
      'Die Würfelseiten sind von uns rekonstruiert.',
    ],
    credits: 'Espresso Fishing ist ein Spiel von Davide Rigolone, erschienen bei Piatnik. Dies ist ein unabhängiger Tisch von Leuten, die es mögen; Texte und Zeichnungen sind von uns.',
  },
  lure: {
    sections: {
      goal: { title: 'Worum es geht', text: ['Dreißig Fischarten, jede mit einer Summe und vielleicht einem Wunsch. Wer wenige Würfel wirft, angelt zuerst; wer viele wirft, erreicht die Großen, wenn noch etwas da ist.', 'Alle ziehen zu Beginn einen Köder. Zu zweit und zu dritt kommen zehn Fische ungesehen aus dem Spiel.'] },
      splash: { title: '1. Platschen', text: ['Jede Runde werden drei Fische aufgedeckt, zwei bei zwei oder drei Personen; Übriges bleibt. Ein Spritzer wirkt sofort: noch ein Fisch, oder ein Köder für alle.'] },
      cast: { title: '2. Auswerfen', text: ['Alle wählen geheim, wie viele ihrer fünf Sechsseiter sie werfen, ob Zwölfer und Zwanziger mitkommen, und welche Köder. Dann decken alle zugleich auf. Gar keine Würfel sind erlaubt.'] },
      fish: {
        title: '3. Angeln',
        text: ['Von wenigen zu vielen Würfeln wirft jede Person und nimmt jeden Fisch, dessen Summe erreicht und dessen Wunsch erfüllt ist: zwei gleiche, keine zwei gleichen, alle ungerade, alle gerade, oder bestimmte Zahlen.', 'Gespielte Köder sind verbraucht. Wer nichts fing, zieht einen Köder. Ist der letzte Fisch weg, geben alle, die noch nicht gewürfelt haben, ihre Köder ab, ziehen einen und nehmen die Würfel zurück.'],
      },
      together: { title: 'Gemeinsam würfeln', text: ['Gleich viele Würfel fliegen gemeinsam. Einen Fisch, den mehrere fangen könnten, bekommt die kleinste Summe. Ist diese kleinste Summe gleich, bekommt ihn niemand.', 'Gedreht wird gleichzeitig und geheim, nachdem alle alle Würfel gesehen haben.'] },
      lures: { title: 'Köder', text: ['Es sind 24: acht zum Drehen, je zwei Zusatzwürfel mit den Zahlen 1 bis 6, vier Prahlereien. Ist der Stapel leer, werden die abgelegten gemischt und sind der neue.', 'Drehen ändert einen deiner Würfel um eins, hoch oder runter. Ein Zusatzwürfel zählt mit und gilt für Wünsche als Würfel, nicht aber für die Reihenfolge. Eine Prahlerei bringt 2 Punkte, wenn du etwas fängst.'] },
      special: { title: 'Die besonderen Würfel', text: ['Zwölfer und Zwanziger sind stark und danach müde: Einmal aufgedeckt, ruhen sie die ganze nächste Runde.'] },
      end: { title: 'Das Ende', text: ['Ist der letzte Fisch aufgedeckt, wird die Runde zu Ende gespielt, dann ist Schluss. Die meisten Punkte gewinnen; bei Gleichstand weniger Fische; sonst wird der Sieg geteilt.'] },
    },
    house: [
      'Ein Wunsch wird nie von gar keinen Würfeln erfüllt.',
      'Ein Dreh-Köder dreht einen Würfel um eins, nie unter 1 oder über seine Seiten; mehrere dürfen auf denselben.',
      'Köder auf der Hand sind geheim, ihre Zahl ist offen. Gefangene Fische liegen offen.',
      'Was am Ende noch im Wasser liegt, zählt für niemanden.',
      'Die Werte der Karten sind von uns rekonstruiert.',
    ],
    credits: 'Lure ist ein Spiel von Satoru Nakamura, erschienen bei Allplay. Dies ist ein unabhängiger Tisch von Leuten, die es mögen; Texte und Zeichnungen sind von uns.',
  },
  floe: {
    sections: {
      goal: { title: 'Worum es geht', text: ['Wirf echte Würfel durch den Eingang auf eine Eisscholle. Ein guter Würfel zeigt viel oder liegt weit vorn. Was das Wasser berührt, ist verloren.'] },
      four: { title: 'Vier Würfel', text: ['Liegt keiner von dir auf dem Eis, wirf alle vier. Von denen, die auf der Scholle bleiben, wählst du einen: Er zählt für dich. Alle vier im Wasser: Der höchste kommt auf den ersten freien Eisblock und bringt in dieser Runde nichts.'] },
      three: { title: 'Drei Würfel', text: ['Liegt dein Würfel der letzten Runde noch da, wirf die anderen drei. Mindestens einer muss ihn übertreffen: eine höhere Zahl irgendwo, oder weiter vorn mit beliebiger Zahl. Wähle so einen; er ersetzt den alten. Schafft es keiner, kommt der alte auf einen Eisblock.'] },
      mishap: { title: 'Hinausgestoßen', text: ['Stößt du den eigenen markierten Würfel ins Wasser, kommt er auf einen Block, was immer sonst liegt. Stößt du einen fremden hinaus, legt ihn sein Besitzer irgendwo aufs Eis zurück, die Zahl bleibt.'] },
      score: { title: 'Die Runde werten', text: ['Von vorn nach hinten zählt jeder auf dem Eis zusammen: die eigene Zahl, die Zahlen aller Wertungswürfel dahinter, die Zahlen aller Würfel auf Blöcken, dazu ein berührtes Netz oder minus ein berührtes Loch. Die Robben ziehen; besetzte Felder werden übersprungen.'] },
      example: { title: 'Beispiel', text: ['Von vorn nach hinten: Gelb 3, Grün 1 im Netz +6, Violett 4, Rot 6 im Loch −2; Blau 5 auf einem Block. Das gibt 19, 22, 15, 9 und 0, und Blau beginnt die nächste Runde.'] },
      next: { title: 'Wer als Nächstes beginnt', text: ['Wer auf dem ersten Eisblock liegt; ist kein Block besetzt, wessen Würfel am weitesten hinten liegt.'] },
      end: { title: 'Das Ende', text: ['Das Spiel endet nach der Runde, in der eine Robbe 75 erreicht, bei fünf oder sechs Personen 100. Wer am weitesten vorn ist, gewinnt. Zu zweit hat jede Person zwei Farben, es geht A B A B, und beide zählen zusammen.'] },
    },
    house: [
      'Wer das Wasser irgendwann im Wurf berührt, ist hineingefallen. Über die Kante hängen zählt nicht.',
      'Die Zahl ist die oberste Seite; bei einem lehnenden Würfel die, die am ehesten oben ist.',
      'Würfel innerhalb eines halben Millimeters liegen gleichauf; gleichauf ist nicht dahinter. Von ihnen wertet zuerst der, dessen Robbe am weitesten hinten ist; er beginnt auch die nächste Runde, wo es darauf ankommt.',
      'Von zwei berührten Netzen oder Löchern zählt das mit der näheren Mitte.',
      'Die Summe einer Runde ist nie kleiner als 0.',
      'Die Karte der Scholle ist von uns rekonstruiert.',
    ],
    credits: 'Rolling Dice ist ein Spiel des PAKK-Teams (Peter Wichmann, Albrecht Werstein, Karl-Heinz Schmiel, Klaus Zoch), erschienen bei ABACUSSPIELE. Dies ist ein unabhängiger Tisch von Leuten, die es mögen; Texte und Zeichnungen sind von uns.',
  },
}
