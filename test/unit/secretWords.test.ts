import { expect, it } from 'vitest';
import { asksForDigits, secretHint } from '../../packages/sightline/src/injected/secrets/secretHint.ts';

const secret = `password userPassword user_passwd passcode pass-phrase pwd mdp Passwort Kennwort|Mot de passe|Contraseña|contrasena|Clave|Senha
|palavra-passe|Wachtwoord|Lösenord|losenord|Adgangskode|Passord|Salasana|Hasło|haslo|Heslo|Jelszó|Parola|Şifre|sifre|Lozinka|Geslo|Slaptažodis|Mật khẩu|Kata sandi
|Пароль|κωδικός πρόσβασης|סיסמה|كلمة المرور|รหัสผ่าน|पासवर्ड|密码|密碼|パスワード|暗証番号|비밀번호|otp|otp1|totp|PIN|mPin|one-time code|2fa|smsTAN|tan_nummer
|Security code|verificationCode|login code|recovery-code|Einmalcode|Bestätigungscode|Geheimzahl|Verificatiecode|Code de vérification|código de seguridad
|código de verificação|codice di sicurezza|код подтверждения|验证码|認証コード|인증번호|cvv|CVV2|cvc|csc|cardNumber|card_no|cc-number|ccnum|card code|Kartennummer
|Prüfziffer|Numéro de carte|Número de tarjeta|número do cartão|numero della carta|Cryptogramme|kaartnummer|Kortnummer|kart numarası|номер карты|カード番号
|ssn|userSSN|Social Security Number|national insurance|Sozialversicherungsnummer|numéro de sécurité sociale|seguro social|Personnummer|身份证号
|Enter the 6-digit code|Enter the code sent to your phone|Your code|Confirmation code|6-digit code|Code we texted|Two-factor code|Pass|Pass\u200bword|Pass\u034fword|Memorable word|WPA key
|رمز عبور|پاس ورڈ|পাসওয়ার্ড|கடவுச்சொல்|Kontrasenyas|Contrasenya|ПИН|Tunnusluku|Sicherheitscode|6-stelliger Code|Code de confirmation|Code à 6 chiffres|Código enviado|Código de confirmación
|código de confirmação|Codice di conferma|Bevestigingscode|6-cijferige code|Bekräftelsekod|Engångskod|Bekreftelseskode|Bekræftelseskode|Vahvistuskoodi|Kod weryfikacyjny|6-cyfrowy kod|Ověřovací kód|Overovací kód
|Ellenőrző kód|Cod de verificare|Verifikacijski kod|Potrditvena koda|Patvirtinimo kodas|Apstiprinājuma kods|Kinnituskood|Код за потвърждение|Код підтвердження|κωδικός επιβεβαίωσης|Doğrulama kodu|رمز التحقق|کد تایید|קוד אימות
|ओटीपी|যাচাইকরণ কোড|รหัสยืนยัน|Mã xác minh|Kode verifikasi|动态码|確認番号|확인 코드|securityAnswer1|secret answer|Mother's maiden name|Sicherheitsantwort|réponse secrète|respuesta secreta|••••••|********`;
const typed =
  'Token|api_key|apiKey|Secret key|privateKey|client_secret|secret|accessToken|Seed phrase|mnemonic';
const notSecret = 'MM / YY|mm/yy|exp_month|expYear|cardExpiry|cc-exp';
const nothing = `user|email|hotpot|pincode|compass|passport number|keyword|Palabras clave|parola chiave|spinner|opinion|discount_code|zip|Expiry date
|Zip code|Promo code|Enter your postal code|Kod pocztowy|Code postal|Area code|Boarding pass|Compass point|Country code|Step 2 of 3
|Recipe: tan colour|Tandoori|wildcard|card holder|session|monkey|code|Search`;

it.each([
  ['secret', secret],
  ['typed', typed],
  ['withheld', notSecret],
  ['nothing', nothing],
])('what says "%s"', (saying, words) => {
  const list = words.split(/\s*[|\n]\s*/).filter(Boolean);
  const one = list.flatMap((text) => (text.startsWith('password userPassword') ? text.split(' ') : [text]));
  expect(one.filter((text) => secretHint(text) !== saying)).toEqual([]);
});

it('a code is asked for digit by digit', () => {
  expect(
    ['Digit 1', 'Enter the code', 'Введите код', '验证码', 'OTP'].filter((text) => !asksForDigits(text)),
  ).toEqual([]);
  expect(asksForDigits('Row 1, letter 2')).toBe(false);
});
