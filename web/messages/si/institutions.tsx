import type { Messages } from '../messages.ts'

/** The list of institutions, in Sinhala. Nobody has reviewed this translation. */
export const institutions: Messages['institutions'] = {
  title: 'ආයතන',
  kicker: 'බැංකු සහ මුදල් සමාගම්',
  heading: 'සියලු ආයතන',
  withoutOffers: (institutions) => `${institutions}ක් ඇත, දැනට පිරිනැමීම් නැත`,
  best: (institutions) => `${institutions}ක් සහ ඒවා ගෙවන හොඳම අනුපාත`,
  nothingConfirmed: (institutions) => `${institutions}ක් ඇත, තහවුරු කළ අනුපාතයක් නැත`,
  explanation:
    'එක් එක් ආයතනය කවර කාල සීමාවකට, ගෙවීම් ක්‍රමයකට, තැන්පත්කරුවෙකුට හෝ මුදලකට වුවද මුද්‍රණය කරන වැඩිම අනුපාතය මෙහි දැක්වේ.',
  confirmedFirst: 'තහවුරු කළ වෙනත් අනුපාතයක් ඇති විට පැරණි අනුපාතයක් ගණන් නොගැනේ.',
  caption: (type) => `${type} සහ එක් එක් ආයතනයේ හොඳම අනුපාතය`,
  partTitle: (type) => `${type}: එක් එක් ආයතනයේ හොඳම අනුපාතය`,
  others: 'පිරිනැමීමක් නැති ආයතන',
}
