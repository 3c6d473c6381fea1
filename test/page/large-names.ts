/** Places that the invented institutions are named after. */
const places = (
  'Galle Matara Kandy Negombo Jaffna Badulla Ratnapura Kegalle Kurunegala Puttalam ' +
  'Trincomalee Batticaloa Ampara Hambantota Tangalle Weligama Beruwala Kalutara Panadura Moratuwa ' +
  'Avissawella Gampaha Chilaw Kuliyapitiya Dambulla Sigiriya Matale Nawalapitiya Hatton Bandarawela ' +
  'Haputale Ella Wellawaya Monaragala Embilipitiya Balangoda Deniyaya Akuressa Elpitiya Ambalangoda ' +
  'Bentota Aluthgama Horana Homagama Kaduwela Mawanella Gampola Peradeniya Anuradhapura Polonnaruwa'
).split(' ')

const financeEndings = ['Finance PLC', 'Leasing & Finance PLC', 'Credit PLC', 'Investments Limited']
const bankEndings = ['Bank PLC', 'Regional Development Bank']

/** A long name, as an institution may have after several mergers. */
export const longName =
  'Galle and Southern Province Agricultural Development, Leasing and Housing Finance Company PLC'

/** The names of the finance companies, and then of the banks. */
export const financeNames: readonly string[] = [longName, ...combined(financeEndings).slice(1)]
export const bankNames: readonly string[] = combined(bankEndings)

function combined(endings: readonly string[]): readonly string[] {
  return endings.flatMap((ending) => places.map((place) => `${place} ${ending}`))
}

/** The identifier of an institution with a name. */
export function idOf(name: string): string {
  const words = name.toLowerCase().match(/[a-z]+/g) ?? []
  return words.slice(0, 6).join('-')
}
