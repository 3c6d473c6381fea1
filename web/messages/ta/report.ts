import type { Messages } from '../messages.ts'

/** The report of an error in Tamil. Nobody has reviewed this translation. */
export const report: Messages['receipt']['report'] = {
  question: 'இது தவறா?',
  link: 'இந்த எண்ணில் உள்ள பிழையை அறிவியுங்கள்',
  linkOf: (rate, institution, terms) =>
    `இந்த எண்ணில் உள்ள பிழையை அறிவியுங்கள்: ${rate}\u00A0%, ${institution}, ${terms}`,
  subject: ({ institution_name: name, rate_pa: rate }) => `${name}: ${rate}\u00A0% சரியா?`,
  body: (figure) => [
    'இந்த எண் தவறாகத் தெரிகிறது. சரியான எண்:',
    '',
    '',
    `நிறுவனம்: ${figure.institution_name} (${figure.institution_id})`,
    `நிபந்தனைகள்: ${figure.terms}`,
    `வெளியிடப்பட்ட வீதம்: ஆண்டுக்கு ${figure.rate_pa}\u00A0%`,
    `மூலம்: ${figure.source_url}`,
    `பற்றுச்சீட்டு: ${figure.receipt}`,
    `பார்த்த நேரம்: ${figure.seen_at}, புத்தகத்தின் நிலை ${figure.position}`,
  ],
}
