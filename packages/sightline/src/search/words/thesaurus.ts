/**
 * Words of interfaces that mean the same: one meaning a line. English first, then German, French, Spanish, Italian,
 * Portuguese, Dutch, Russian, Chinese, Japanese, Arabic, Korean, Turkish and Polish where they are common on buttons. Ours; a phrase may
 * stand in several lines.
 */
export const THESAURUS = `
log in, login, sign in, signin, log on, logon, anmelden, einloggen, anmeldung, connexion, se connecter, iniciar sesion, acceder, ingresar, accedi, entrar, fazer login, inloggen, aanmelden, войти, вход, 登录, 登入, ログイン, サインイン, تسجيل الدخول, 로그인, giris yap, oturum ac, zaloguj, zaloguj sie, logowanie
log out, logout, sign out, signout, log off, sign off, abmelden, ausloggen, deconnexion, se deconnecter, cerrar sesion, salir, esci, sair, terminar sessao, uitloggen, afmelden, выйти, выход, 退出, 登出, 注销, ログアウト, サインアウト, تسجيل الخروج, exit, quit, leave, leave my account, end session, end my session, 로그아웃, cikis yap, oturumu kapat, cikis, wyloguj, wyloguj sie
sign up, signup, register, registration, create account, create an account, join, get started, new account, registrieren, konto erstellen, inscription, s inscrire, creer un compte, registrarse, crear cuenta, registrati, cadastrar, criar conta, registreren, account aanmaken, регистрация, зарегистрироваться, 注册, 註冊, 新規登録, 会員登録, إنشاء حساب, تسجيل, 회원가입, 가입, kaydol, uye ol, hesap olustur, zarejestruj, zarejestruj sie, rejestracja
password, passcode, passphrase, passwort, kennwort, mot de passe, contrasena, clave, senha, palavra passe, wachtwoord, пароль, 密码, 密碼, パスワード, كلمة المرور, 비밀번호, 암호, sifre, parola, haslo
forgot password, reset password, lost password, recover password, forgotten password, passwort vergessen, mot de passe oublie, olvide mi contrasena, password dimenticata, esqueci a senha, wachtwoord vergeten, забыли пароль, 忘记密码, パスワードを忘れた
user name, username, user id, login name, benutzername, nom d utilisateur, identifiant, nombre de usuario, usuario, nome utente, gebruikersnaam, имя пользователя, 用户名, ユーザー名, اسم المستخدم
user, account, profile, my account, konto, benutzer, profil, compte, utilisateur, cuenta, perfil, conta, utente, gebruiker, профиль, аккаунт, пользователь, 账户, 帐户, 用户, アカウント, プロフィール, حساب, 계정, 프로필, 사용자, hesap, hesabim, profil, profilim, kullanici, konto, profil, uzytkownik
email, e mail, mail, email address, mail address, courriel, adresse email, correo electronico, correo, posta elettronica, электронная почта, почта, 邮箱, 电子邮件, メール, メールアドレス, البريد الإلكتروني, 이메일, 메일, e posta, eposta, poczta, adres e mail
phone, telephone, mobile, cell, phone number, telefon, telephone, telefono, telefone, telefoon, телефон, 电话, 手机, 電話番号, هاتف, 전화, 전화번호, 휴대폰, telefon, cep telefonu, telefon, numer telefonu
first name, given name, forename, vorname, prenom, nombre, nome, voornaam, имя, 名字, 名, الاسم الأول, 이름, isim, imie
last name, surname, family name, nachname, nom de famille, apellido, apellidos, cognome, sobrenome, achternaam, фамилия, 姓氏, 姓, اسم العائلة, 성, soyad, soyadi, nazwisko
address, street, street address, adresse, anschrift, strasse, rue, direccion, calle, indirizzo, endereco, adres, адрес, 地址, 住所, عنوان, 주소, adres, adres, ulica
city, town, stadt, ort, ville, ciudad, citta, cidade, stad, город, 城市, 市, مدينة, 도시, sehir, miasto
country, nation, land, pays, pais, paese, страна, 国家, 国, بلد, 국가, 나라, ulke, kraj, panstwo
zip, zip code, zipcode, postal code, postcode, post code, plz, postleitzahl, code postal, codigo postal, cap, индекс, 邮编, 邮政编码, 郵便番号, 우편번호, posta kodu, kod pocztowy
language, locale, translate, sprache, langue, idioma, lingua, taal, язык, 语言, 言語, اللغة, 언어, dil, jezyk
search, find, look up, look something up, lookup, seek, magnifier, magnifying glass, suche, suchen, recherche, rechercher, chercher, buscar, busqueda, cerca, ricerca, pesquisar, zoeken, поиск, найти, 搜索, 搜尋, 查找, 検索, بحث, 검색, 찾기, ara, arama, bul, szukaj, wyszukaj, znajdz
cart, basket, bag, shopping cart, trolley, shopping bag, warenkorb, einkaufswagen, panier, carrito, cesta, carrello, carrinho, winkelwagen, winkelmandje, корзина, 购物车, 購物車, カート, عربة التسوق, سلة, 장바구니, sepet, sepetim, koszyk
add to cart, buy, purchase, order now, add to basket, add to bag, kaufen, in den warenkorb, bestellen, acheter, ajouter au panier, comprar, anadir al carrito, acquista, aggiungi al carrello, kopen, купить, в корзину, 购买, 加入购物车, 買う, 購入, شراء
checkout, check out, pay, payment, place order, proceed to checkout, complete order, zur kasse, bezahlen, zahlung, kasse, payer, paiement, commander, pagar, pago, finalizar compra, paga, pagamento, afrekenen, betalen, оплатить, оплата, 结账, 付款, 支付, 支払い, お会計, الدفع, 결제, 결제하기, odeme, odeme yap, satin al, zaplac, platnosc, do kasy
price, cost, amount, fee, preis, kosten, betrag, prix, cout, montant, precio, coste, prezzo, preco, prijs, цена, стоимость, 价格, 金额, 価格, 金額, السعر, 가격, 금액, fiyat, tutar, cena, kwota
quantity, qty, number of items, menge, anzahl, quantite, cantidad, quantita, quantidade, aantal, количество, 数量, الكمية, 수량, miktar, adet, ilosc
coupon, voucher, promo code, discount code, promotion code, gift code, gutschein, rabattcode, code promo, bon de reduction, cupon, codigo promocional, buono sconto, cupom, kortingscode, промокод, 优惠券, 优惠码, クーポン, قسيمة
discount, sale, deal, offer, special offer, rabatt, angebot, remise, promotion, soldes, descuento, oferta, sconto, offerta, desconto, korting, скидка, 折扣, 优惠, 割引
delivery, shipping, dispatch, shipment, lieferung, versand, livraison, expedition, envio, entrega, spedizione, consegna, bezorging, verzending, доставка, 配送, 送货, 発送, التوصيل, 배송, teslimat, kargo, dostawa, wysylka
order, orders, purchases, order history, my orders, bestellung, bestellungen, commande, commandes, pedido, pedidos, ordine, ordini, bestelling, заказ, заказы, 订单, 注文, طلبات, 주문, siparis, siparisler, zamowienie, zamowienia
invoice, bill, billing, receipt, rechnung, abrechnung, facture, facturation, factura, facturacion, fattura, fatura, factuur, счет, 发票, 账单, 請求書, فاتورة, 청구서, 영수증, fatura, faktura, rachunek
wishlist, wish list, favorites, favourites, saved items, favourite, favorite, heart, like, star, merkliste, wunschliste, favoriten, favoris, favoritos, lista de deseos, preferiti, favorieten, избранное, 收藏, お気に入り, المفضلة
settings, preferences, options, configuration, configure, setup, customize, customise, personalize, gear, cog, cogs, einstellungen, optionen, parametres, reglages, configuracion, ajustes, preferencias, impostazioni, configuracoes, instellingen, настройки, параметры, 设置, 設定, الإعدادات, 설정, 환경설정, ayarlar, tercihler, ustawienia, opcje
help, support, assistance, faq, question, questions, contact support, help center, life ring, hilfe, unterstutzung, aide, assistance, ayuda, soporte, aiuto, ajuda, hulp, помощь, поддержка, 帮助, 支持, 客服, ヘルプ, サポート, مساعدة, 도움말, 고객센터, yardim, destek, pomoc
contact, contact us, get in touch, reach us, kontakt, contactez nous, contacto, contactar, contatti, contato, связаться, контакты, 联系我们, お問い合わせ, اتصل بنا
about, about us, who we are, company, uber uns, a propos, acerca de, sobre nosotros, chi siamo, sobre, over ons, о нас, 关于, 关于我们, 会社概要, من نحن
home, home page, homepage, start page, main page, startseite, accueil, inicio, pagina principal, pagina iniziale, pagina inicial, главная, 首页, 主页, ホーム, الرئيسية, 홈, ana sayfa, anasayfa, strona glowna
back, go back, previous, return, prev, earlier, zuruck, vorherige, retour, precedent, volver, atras, anterior, indietro, precedente, voltar, terug, vorige, назад, 返回, 上一页, 戻る, 前へ, السابق, رجوع, 뒤로, 이전, geri, onceki, wstecz, poprzedni
next, forward, continue, proceed, following, go on, weiter, nachste, suivant, continuer, siguiente, continuar, avanti, continua, proximo, volgende, verder, далее, следующий, продолжить, 下一步, 下一页, 继续, 次へ, 続ける, التالي, متابعة, 다음, 계속, ileri, sonraki, devam, dalej, nastepny
submit, send, confirm, ok, done, finish, complete, absenden, senden, abschicken, bestatigen, fertig, envoyer, soumettre, valider, confirmer, enviar, confirmar, aceptar, listo, invia, conferma, verzenden, versturen, bevestigen, отправить, подтвердить, готово, 提交, 发送, 确认, 确定, 完成, 送信, 確認, 完了, إرسال, تأكيد, 제출, 보내기, 전송, 확인, gonder, onayla, tamam, wyslij, zatwierdz
cancel, abort, dismiss, discard, never mind, abbrechen, verwerfen, annuler, cancelar, annulla, annuleren, отмена, отменить, 取消, キャンセル, إلغاء, 취소, iptal, vazgec, anuluj
close, dismiss, hide, x, times, schliessen, fermer, cerrar, chiudi, fechar, sluiten, закрыть, 关闭, 閉じる, إغلاق, 닫기, kapat, zamknij
save, store, keep, apply changes, save changes, update, speichern, sichern, enregistrer, sauvegarder, guardar, grabar, salva, salvar, gravar, opslaan, bewaren, сохранить, 保存, 存储, 保存する, حفظ, 저장, 저장하기, kaydet, zapisz
delete, remove, erase, trash, bin, discard, clear, rubbish, garbage, get rid of, throw away, recycle bin, loschen, entfernen, papierkorb, supprimer, effacer, corbeille, eliminar, borrar, quitar, papelera, elimina, cancella, rimuovi, cestino, excluir, apagar, remover, verwijderen, wissen, prullenbak, удалить, убрать, корзина, 删除, 移除, 垃圾桶, 刪除, 削除, ゴミ箱, حذف, إزالة, 삭제, 지우기, sil, kaldir, usun
edit, modify, change, update, rename, rewrite, pencil, pen, amend, alter, bearbeiten, andern, modifier, editer, changer, editar, modificar, cambiar, modifica, cambia, alterar, bewerken, wijzigen, редактировать, изменить, 编辑, 修改, 編集, 変更, تعديل, تحرير, 수정, 편집, 변경, duzenle, degistir, edytuj, zmien
add, create, new, plus, insert, compose, make, append, hinzufugen, erstellen, neu, anlegen, ajouter, creer, nouveau, anadir, agregar, crear, nuevo, aggiungi, crea, nuovo, adicionar, criar, novo, toevoegen, nieuw, maken, добавить, создать, новый, 添加, 新建, 创建, 新增, 追加, 作成, 新規, إضافة, إنشاء, جديد, 추가, 새로 만들기, 작성, ekle, yeni, olustur, dodaj, nowy, utworz
copy, duplicate, clone, clipboard, kopieren, duplizieren, copier, dupliquer, copiar, duplicar, copia, duplica, kopieren, копировать, 复制, 拷贝, コピー, 複製, نسخ, 복사, kopyala, kopiuj
paste, einfugen, coller, pegar, incolla, colar, plakken, вставить, 粘贴, 貼り付け, لصق, 붙여넣기, yapistir, wklej
cut, ausschneiden, couper, cortar, taglia, knippen, вырезать, 剪切, 切り取り, قص
undo, revert, take back, ruckgangig, annuler, deshacer, annulla, desfazer, ongedaan maken, отменить, 撤销, 元に戻す, تراجع, 실행 취소, geri al, cofnij
redo, repeat, wiederholen, retablir, rehacer, ripeti, refazer, opnieuw, повторить, 重做, やり直し, إعادة
refresh, reload, sync, update, synchronize, aktualisieren, neu laden, actualiser, rafraichir, recharger, actualizar, recargar, aggiorna, ricarica, atualizar, recarregar, vernieuwen, verversen, обновить, 刷新, 更新, リロード, 再読み込み, تحديث
download, export, save as, get file, save a copy, herunterladen, exportieren, telecharger, exporter, descargar, exportar, scarica, esporta, baixar, downloaden, exporteren, скачать, экспорт, загрузить, 下载, 导出, ダウンロード, エクスポート, تنزيل, تحميل, تصدير, 다운로드, 내려받기, indir, pobierz
upload, import, attach, attachment, choose file, add file, browse, paperclip, hochladen, importieren, anhang, datei auswahlen, televerser, importer, joindre, piece jointe, subir, importar, adjuntar, carica, importa, allega, carregar, anexar, uploaden, importeren, bijlage, загрузить, импорт, прикрепить, 上传, 导入, 附件, アップロード, 添付, インポート, رفع, استيراد, 업로드, 첨부, yukle, przeslij, zalacz
share, forward, send to, teilen, partager, compartir, condividi, compartilhar, delen, поделиться, 分享, 共享, 共有, シェア, مشاركة, 공유, paylas, udostepnij
print, printer, drucken, imprimer, imprimir, stampa, afdrukken, печать, 打印, 印刷, طباعة, 인쇄, yazdir, drukuj
filter, refine, narrow, narrow down, filtern, filtrer, filtrar, filtra, filteren, фильтр, 筛选, 过滤, 絞り込み, フィルター, تصفية, 필터, filtrele, filtre, filtruj
sort, order by, arrange, rank, sortieren, trier, ordenar, ordina, sorteren, сортировать, сортировка, 排序, 並べ替え, 並び替え, ترتيب, 정렬, sirala, sortuj
show more, more, see more, load more, view more, read more, see all, view all, details, learn more, more info, more information, ellipsis, mehr, mehr anzeigen, weiterlesen, plus, voir plus, en savoir plus, lire la suite, mas, ver mas, leer mas, altro, mostra altro, di piu, mais, ver mais, saiba mais, meer, lees meer, еще, подробнее, показать еще, 更多, 查看更多, 详情, もっと見る, 詳細, المزيد
menu, navigation, hamburger, hamburger menu, bars, nav, sidebar toggle, toggle navigation, menue, navigation, menu, menu principal, меню, 菜单, 選單, メニュー, القائمة, nav toggle, navbar toggler, menu toggle, 메뉴, menu, menu
dashboard, overview, home screen, control panel, start screen, ubersicht, tableau de bord, apercu, panel, tablero, panel de control, cruscotto, panoramica, painel, overzicht, панель, обзор, 仪表板, 仪表盘, 概览, ダッシュボード, 概要, لوحة التحكم, 대시보드, gosterge paneli, kontrol paneli, pulpit
notification, notifications, alert, alerts, bell, reminders, benachrichtigung, benachrichtigungen, mitteilungen, notifications, alertes, notificaciones, alertas, notifiche, avvisi, notificacoes, meldingen, уведомления, оповещения, 通知, 提醒, 消息, お知らせ, الإشعارات, تنبيهات, 알림, bildirim, bildirimler, powiadomienia
message, messages, chat, inbox, conversation, conversations, direct message, envelope, comments, nachricht, nachrichten, posteingang, messages, boite de reception, mensaje, mensajes, bandeja de entrada, messaggi, mensagem, mensagens, berichten, сообщение, сообщения, 消息, 信息, 收件箱, メッセージ, 受信トレイ, رسائل, الرسائل, 메시지, 쪽지, mesaj, mesajlar, wiadomosc, wiadomosci
reply, answer, respond, respond to, antworten, repondre, responder, rispondi, beantwoorden, ответить, 回复, 返信, رد, 답장, 답글, yanitla, cevapla, odpowiedz
comment, remark, note, feedback, kommentar, commentaire, comentario, commento, opmerking, комментарий, 评论, 留言, コメント, تعليق
date, day, calendar, when, datum, kalender, date, calendrier, fecha, calendario, data, agenda, дата, календарь, 日期, 日历, 日付, カレンダー, التاريخ, تقويم, 날짜, 달력, tarih, takvim, data, kalendarz
time, hour, clock, uhrzeit, zeit, heure, hora, ora, tijd, время, 时间, 時間, 時刻, الوقت
schedule, book, booking, appointment, reservation, reserve, termin, buchen, buchung, rendez vous, reserver, reservar, cita, prenota, prenotazione, agendar, afspraak, reserveren, забронировать, бронь, 预约, 预订, 予約, حجز, موعد
dark mode, dark theme, night mode, theme, light mode, appearance, moon, sun, color scheme, colour scheme, color mode, dunkelmodus, dunkles design, mode sombre, theme sombre, modo oscuro, tema oscuro, tema scuro, modo escuro, tema escuro, donkere modus, темная тема, 深色模式, 暗黑模式, 夜间模式, ダークモード, الوضع الداكن
full screen, fullscreen, maximize, expand, enlarge, vollbild, plein ecran, pantalla completa, schermo intero, tela cheia, volledig scherm, полный экран, 全屏, 全画面, ملء الشاشة
zoom in, enlarge, bigger, magnify, vergrossern, agrandir, zoom avant, acercar, ampliar, ingrandisci, inzoomen, увеличить, 放大, 拡大, تكبير
zoom out, smaller, shrink, verkleinern, reduire, zoom arriere, alejar, reducir, riduci, uitzoomen, уменьшить, 缩小, 縮小, تصغير
expand, open, unfold, show, reveal, chevron down, caret down, aufklappen, offnen, anzeigen, ouvrir, deplier, afficher, abrir, desplegar, mostrar, apri, espandi, mostra, openen, tonen, открыть, развернуть, показать, 展开, 打开, 显示, 開く, 表示, فتح, عرض
collapse, fold, hide, minimize, chevron up, caret up, einklappen, ausblenden, minimieren, replier, masquer, contraer, ocultar, minimizar, comprimi, nascondi, recolher, inklappen, verbergen, свернуть, скрыть, 收起, 折叠, 隐藏, 最小化, 折りたたむ, 非表示, إخفاء, طي
play, start, run, resume, abspielen, starten, lire, lecture, demarrer, reproducir, iniciar, empezar, riproduci, avvia, reproduzir, comecar, afspelen, воспроизвести, начать, запустить, 播放, 开始, 再生, 開始, تشغيل, بدء
pause, hold, pausieren, anhalten, mettre en pause, pausar, pausa, pauzeren, пауза, 暂停, 一時停止, إيقاف مؤقت
stop, end, halt, terminate, stoppen, beenden, arreter, detener, parar, ferma, interrompi, остановить, 停止, 結束, إيقاف
mute, silence, sound off, stumm, ton aus, couper le son, silenciar, disattiva audio, mudo, dempen, без звука, 静音, ミュート, كتم
volume, sound, speaker, loudness, lautstarke, ton, son, volumen, sonido, suono, som, geluid, громкость, звук, 音量, 声音, الصوت
enable, turn on, switch on, activate, on, einschalten, aktivieren, activer, activar, encender, attiva, ativar, ligar, inschakelen, включить, 启用, 开启, 有効, オン, تفعيل, تشغيل
disable, turn off, switch off, deactivate, off, ausschalten, deaktivieren, desactiver, desactivar, apagar, disattiva, desativar, desligar, uitschakelen, выключить, отключить, 禁用, 关闭, 無効, オフ, تعطيل
accept, agree, allow, approve, consent, yes, akzeptieren, zustimmen, erlauben, annehmen, ja, accepter, autoriser, oui, aceptar, permitir, si, accetta, consenti, aceitar, sim, accepteren, toestaan, принять, согласен, разрешить, да, 接受, 同意, 允许, 是, 同意する, 許可, はい, قبول, موافق, نعم
reject, decline, deny, refuse, no, block, ablehnen, verweigern, nein, refuser, rejeter, non, rechazar, denegar, no, rifiuta, recusar, rejeitar, nao, weigeren, afwijzen, nee, отклонить, отказать, нет, 拒绝, 不同意, 否, 拒否, いいえ, رفض, لا
cookies, cookie settings, privacy settings, consent, cookie einstellungen, cookies, privacidad, privacy, конфиденциальность, 隐私, プライバシー, الخصوصية, datenschutz, confidentialite, privacidade
terms, terms of service, terms and conditions, conditions, legal, agb, nutzungsbedingungen, conditions generales, terminos, condiciones, termini, termos, voorwaarden, условия, 条款, 利用規約, الشروط
subscribe, newsletter, follow, mailing list, abonnieren, s abonner, suscribirse, iscriviti, assinar, inscrever, abonneren, подписаться, 订阅, 关注, 購読, フォロー, اشتراك, 구독, 팔로우, abone ol, takip et, subskrybuj, obserwuj
unsubscribe, unfollow, opt out, abbestellen, se desabonner, darse de baja, disiscriviti, afmelden, отписаться, 取消订阅, 登録解除
review, reviews, rating, ratings, testimonial, bewertung, bewertungen, avis, evaluation, resena, valoracion, opiniones, recensione, avaliacao, beoordeling, отзыв, отзывы, рейтинг, 评价, 评分, レビュー, 評価, تقييم
image, picture, photo, gallery, avatar, bild, foto, galerie, image, photo, imagen, galeria, immagine, imagem, afbeelding, изображение, фото, 图片, 照片, 画像, 写真, صورة, 이미지, 사진, resim, gorsel, fotograf, obraz, zdjecie
video, film, clip, movie, 视频, 動画, видео, فيديو
document, file, doc, pdf, datei, dokument, fichier, document, archivo, documento, file, arquivo, файл, документ, 文件, 文档, ファイル, 書類, ملف, مستند, 파일, 문서, dosya, belge, plik, dokument
folder, directory, ordner, verzeichnis, dossier, repertoire, carpeta, directorio, cartella, pasta, папка, 文件夹, 目录, フォルダ, مجلد, 폴더, klasor, folder
link, url, web address, hyperlink, verknupfung, lien, enlace, collegamento, ссылка, 链接, リンク, رابط
list, table, grid, liste, tabelle, tableau, lista, tabla, tabella, tabela, lijst, tabel, список, таблица, 列表, 表格, 一覧, 表, قائمة, جدول
chart, graph, diagram, analytics, statistics, stats, report, reports, reporting, insights, metrics, diagramm, statistik, bericht, berichte, auswertung, graphique, statistiques, rapport, rapports, grafico, estadisticas, informe, informes, statistiche, report, relatorio, estatisticas, grafiek, rapporten, отчет, отчеты, статистика, график, 图表, 统计, 报告, 报表, 分析, グラフ, レポート, 統計, تقرير, إحصائيات, web analytics, visitor tracking, tracking code
team, members, people, users, staff, employees, group, mitarbeiter, mitglieder, gruppe, equipe, membres, personnel, equipo, miembros, personas, empleados, squadra, membri, dipendenti, membros, leden, medewerkers, команда, участники, сотрудники, 团队, 成员, 员工, チーム, メンバー, فريق, أعضاء
customer, customers, client, clients, buyer, kunde, kunden, cliente, clientes, clienti, klant, klanten, клиент, клиенты, 客户, 顧客, عميل, عملاء
product, products, item, items, goods, article, catalog, catalogue, shop, store, artikel, produkt, produkte, produit, produits, boutique, magasin, producto, productos, tienda, prodotto, negozio, produto, loja, winkel, товар, товары, магазин, 产品, 商品, 商店, 製品, 店舗, منتج, منتجات, متجر
category, categories, type, kind, group, topic, tag, tags, label, labels, kategorie, thema, categorie, type, categoria, tipo, etiqueta, etichetta, soort, категория, тип, тег, 分类, 类别, 标签, カテゴリ, タグ, فئة, نوع
status, state, progress, condition, zustand, fortschritt, statut, etat, estado, stato, состояние, статус, 状态, ステータス, 状態, حالة
description, details, summary, text, beschreibung, description, descripcion, descrizione, descricao, omschrijving, описание, 描述, 说明, 説明, وصف
title, name, heading, subject, titel, name, bezeichnung, betreff, titre, nom, sujet, objet, titulo, nombre, asunto, titolo, nome, oggetto, assunto, naam, onderwerp, название, имя, тема, 标题, 名称, 主题, タイトル, 名前, 件名, العنوان, الاسم, 제목, baslik, tytul
size, dimensions, width, height, grosse, taille, tamano, talla, dimensione, taglia, tamanho, maat, grootte, размер, 尺寸, 大小, サイズ, الحجم
color, colour, farbe, couleur, color, colore, cor, kleur, цвет, 颜色, 色, اللون, 색, 색상, renk, kolor
number, count, total, sum, nummer, anzahl, summe, nombre, numero, total, somme, suma, totale, somma, soma, aantal, totaal, число, номер, итого, сумма, 数字, 号码, 总计, 数, 合計, رقم, المجموع
page, seite, pagina, страница, 页, 页面, ページ, صفحة
first, beginning, start, oldest, erste, premier, primero, primo, primeiro, eerste, первый, 第一, 首, 最初, الأول
last, end, final, newest, latest, recent, letzte, neueste, dernier, recent, ultimo, reciente, laatste, последний, 最后, 最新, 最近, 最後, الأخير
all, everything, select all, every, alle, alles, tout, tous, todo, todos, tutto, tutti, tudo, все, 全部, 所有, 全选, すべて, الكل
none, nothing, deselect all, clear selection, keine, nichts, aucun, rien, ninguno, nessuno, nenhum, geen, ничего, 无, なし, لا شيء
reset, restore, start over, clear, defaults, zurucksetzen, wiederherstellen, reinitialiser, restaurer, restablecer, restaurar, ripristina, redefinir, herstellen, сбросить, восстановить, 重置, 恢复, リセット, 復元, إعادة تعيين
verify, validate, check, test, try, try it out, uberprufen, prufen, testen, verifier, tester, essayer, verificar, comprobar, probar, verifica, prova, testar, controleren, proberen, проверить, попробовать, 验证, 检查, 测试, 試す, 検証, تحقق, جرب
run, execute, launch, trigger, start, ausfuhren, executer, lancer, ejecutar, lanzar, esegui, avvia, executar, uitvoeren, выполнить, запустить, 运行, 执行, 実行, تنفيذ
move, drag, reorder, rearrange, verschieben, deplacer, mover, sposta, verplaatsen, переместить, 移动, 移動, نقل
lock, secure, protect, sperren, verrouiller, bloquear, blocca, vergrendelen, заблокировать, 锁定, ロック, قفل
unlock, open lock, entsperren, deverrouiller, desbloquear, sblocca, ontgrendelen, разблокировать, 解锁, ロック解除, فتح القفل
authorize, authenticate, authentication, authorization, access, permission, permissions, api key, token, credentials, autorisieren, berechtigung, autoriser, autorisation, autorizar, permisos, autorizza, permessi, toegang, авторизация, доступ, 授权, 权限, 認証, 権限, تفويض, صلاحيات
pet, animal, tier, haustier, animal de compagnie, mascota, animale, huisdier, питомец, животное, 宠物, 动物, ペット, حيوان
earnings, income, revenue, sales, profit, turnover, einnahmen, umsatz, einkommen, gewinn, revenus, ventes, chiffre d affaires, benefice, ingresos, ventas, ganancias, entrate, vendite, guadagni, receita, vendas, lucro, omzet, inkomsten, verkoop, доход, выручка, продажи, прибыль, 收入, 销售, 收益, 利润, 売上, 収益, إيرادات, مبيعات, أرباح
salary, wage, wages, pay, compensation, gehalt, lohn, salaire, salario, sueldo, stipendio, salaris, зарплата, 工资, 薪水, 給与, راتب
company, organization, organisation, business, firm, employer, firma, unternehmen, entreprise, societe, empresa, compania, azienda, bedrijf, компания, организация, 公司, 企业, 会社, 組織, شركة
map, location, place, where, directions, position, karte, standort, ort, lieu, emplacement, mapa, ubicacion, lugar, mappa, posizione, kaart, locatie, карта, место, 地图, 位置, 地点, 地図, 場所, خريطة, موقع
activity, history, log, logs, audit, recent activity, activity log, activity feed, verlauf, protokoll, aktivitat, historique, journal, activite, historial, registro, actividad, cronologia, attivita, atividade, geschiedenis, logboek, история, журнал, активность, 历史, 日志, 活动, 履歴, ログ, アクティビティ, السجل, النشاط
image upload, profile picture, avatar, profilbild, photo de profil, foto de perfil, foto profilo, profielfoto, аватар, 头像, アバター, face, my picture, my photo
pin, attach, fix, anheften, epingler, fijar, fissa, vastmaken, закрепить, 置顶, 固定, ピン留め
hide, show, visibility, eye, toggle visibility, show password, hide password, passwort anzeigen, afficher le mot de passe, mostrar contrasena, mostra password, показать пароль, 显示密码, パスワードを表示
tooltip, hint, popover, popup, pop up, dialog, modal, window
tab, tabs, panel, pane, section
warning, danger, error, problem, issue, caution, warnung, fehler, achtung, avertissement, erreur, attention, advertencia, error, aviso, avviso, errore, erro, waarschuwing, fout, предупреждение, ошибка, 警告, 错误, エラー, تحذير, خطأ
success, done, successful, erfolg, erfolgreich, succes, reussi, exito, successo, sucesso, успех, 成功, نجاح
primary, main, principal, haupt, primar, hauptsachlich
social, facebook, twitter, instagram, linkedin, google, github
bold, strong, fett, gras, negrita, grassetto, negrito, vet, жирный, 粗体, 太字, 굵게, kalin, pogrubienie
italic, italics, emphasis, slanted, kursiv, italique, cursiva, corsivo, cursief, курсив, 斜体, 기울임꼴, italik, kursywa
underline, underlined, unterstrichen, souligner, subrayado, sottolineato, sublinhado, onderstrepen, подчеркнутый, 下划线, 下線
heading, headline, title, uberschrift, titre, encabezado, titolo, cabecalho, kop, заголовок, 标题, 見出し
bullet list, unordered list, bulleted list, bullets, aufzahlung, liste a puces, lista de vinetas, elenco puntato, 项目符号, 箇条書き
numbered list, ordered list, nummerierte liste, liste numerotee, lista numerada, elenco numerato, 编号列表, 番号付きリスト
quote, blockquote, citation, zitat, cita, citazione, citaat, цитата, 引用
code, source, source code, quellcode, code source, codigo, codice, исходный код, 代码, コード
version, release, changelog, what s new, versionshinweise, version, historique des versions, novedades, novita, версия, 版本, 更新日志, バージョン
docs, documentation, guide, manual, tutorial, handbook, reference, getting started, how to, dokumentation, anleitung, handbuch, documentation, guide, mode d emploi, documentacion, guia, manual, documentazione, guida, documentacao, handleiding, документация, руководство, 文档, 指南, 教程, ドキュメント, ガイド, توثيق, دليل
job, jobs, careers, career, vacancies, hiring, work with us, karriere, stellenangebote, carrieres, emplois, recrutement, empleo, trabaja con nosotros, lavora con noi, carreiras, vacatures, вакансии, карьера, 招聘, 职业, 採用, وظائف
news, blog, articles, press, stories, posts, nachrichten, neuigkeiten, actualites, noticias, novedades, notizie, nieuws, новости, блог, 新闻, 博客, ニュース, ブログ, أخبار, مدونة
event, events, veranstaltung, termine, evenement, evenements, evento, eventos, eventi, evenement, событие, события, мероприятия, 活动, 事件, イベント, أحداث
up, increase, raise, increment, higher, more, plus, ascending, arrow up, erhohen, augmenter, aumentar, aumenta, verhogen, увеличить, 增加, 上, 増やす, زيادة
down, decrease, lower, decrement, less, minus, descending, arrow down, verringern, diminuer, disminuir, diminuisci, diminuir, verlagen, уменьшить, 减少, 下, 減らす, نقصان
left, previous, arrow left, gauche, izquierda, sinistra, esquerda, лево, 左
right, next, arrow right, rechts, droite, derecha, destra, direita, право, 右
top, beginning, back to top, scroll to top, nach oben, haut de page, arriba, volver arriba, torna su, voltar ao topo, naar boven, наверх, 返回顶部, トップへ戻る
task, tasks, to do, todo, todos, to do list, assignment, aufgabe, aufgaben, tache, taches, tarea, tareas, compito, attivita, tarefa, tarefas, taak, taken, задача, задачи, 任务, 待办, タスク, مهمة, مهام
project, projects, projekt, projekte, projet, projets, proyecto, proyectos, progetto, progetti, projeto, проект, проекты, 项目, プロジェクト, مشروع
priority, urgency, importance, prioritat, priorite, prioridad, priorita, prioridade, prioriteit, приоритет, 优先级, 優先度, أولوية
background, wallpaper, hintergrund, arriere plan, fondo, sfondo, plano de fundo, achtergrond, фон, 背景, خلفية
age, years old, birthday, date of birth, birth date, dob, alter, geburtsdatum, geburtstag, age, date de naissance, edad, fecha de nacimiento, eta, data di nascita, idade, leeftijd, geboortedatum, возраст, дата рождения, 年龄, 出生日期, 生日, 年齢, 生年月日, العمر, تاريخ الميلاد
gender, sex, geschlecht, sexe, genero, sexo, genere, geslacht, пол, 性别, 性別, الجنس
remember me, keep me signed in, keep me logged in, stay signed in, stay logged in, angemeldet bleiben, se souvenir de moi, rester connecte, recordarme, mantener sesion, ricordami, lembrar de mim, onthoud mij, запомнить меня, 记住我, 保持登录, ログイン状態を保持, تذكرني
per page, rows per page, page size, entries, show entries, results per page, eintrage pro seite, par page, por pagina, per pagina, на странице, 每页, 表示件数
zoom, magnifier, magnifying glass, loupe, lupe, lupa, лупа, 缩放, ズーム
fit to screen, zoom to fit, fit to window, fit width, actual size
emoji, emojis, emoticon, smiley, smileys, smile, smiley face
color picker, colour picker, eyedropper, eye dropper, pipette
strikethrough, strike, strike through, cross out, crossed out, line through, durchgestrichen, tachado, barrato
horizontal rule, horizontal line, hr, divider, separator, dividing line, trennlinie, separateur, separador, 分隔线, 横线
rectangle, rect, box, square, rechteck, carre, rectangulo, rettangolo, 矩形, 四角形
ellipse, oval, circle, round, kreis, cercle, circulo, cerchio, 圆, 円
polygon, shape, shapes, figura, 形状, 図形
pencil, pen, brush, freehand, paintbrush, draw, drawing, sketch, zeichnen, dessiner, dibujar, disegna, 画笔
eraser, rubber, erase, rub out, radiergummi, gomme, borrador, gomma, 橡皮
fill, paint bucket, bucket, flood fill, fullung, remplissage, relleno, riempimento
outline, stroke, contour, border, frame, rahmen, bordure, borde, bordo, 边框
opacity, transparency, see through, alpha, deckkraft, opacite, opacidad, opacita, 透明度
rotate, rotation, spin, drehen, tourner, girar, ruota, 旋转, 回転
flip, mirror, reflect, spiegeln, miroir, voltear, 翻转
crop, trim, cut out, zuschneiden, rogner, recortar, ritaglia, 裁剪
group, combine, group together, gruppieren
bring to front, to front
send to back, move to back, to back
layer, layers, level, levels, ebene, ebenen, calque, capa, livello, 图层
grid, raster, gridlines, guides, gitter, grille, cuadricula, griglia, 网格
align left, left align, flush left, linksbundig
align right, right align, flush right, rechtsbundig
center, centre, centered, align center, in the middle, zentrieren, centrer, centrar, 居中, 中央
justify, justified, both edges, blocksatz
increase indent, indent, indent more
decrease indent, outdent, unindent, dedent, indent less
superscript, raised, exponent, hochgestellt, exposant, superindice, 上标, 上付き
subscript, lowered, tiefgestellt, indice, subindice, 下标, 下付き
highlight, highlighter, marker, text marker, markieren, surligner, resaltar, evidenzia, 高亮
font, typeface, font family, lettering, schriftart, schrift, police, fuente, tipo de letra, carattere, шрифт, 字体, フォント
table of contents, contents, toc, outline, inhaltsverzeichnis, table des matieres, indice, sommario, 目录, 目次
insert, add, place, einfugen, inserer, insertar, inserisci, 插入, 挿入
link, hyperlink, web address, verknupfung, lien, enlace, collegamento, ссылка, 链接, リンク
anchor, bookmark, lesezeichen, signet, marcador, segnalibro, закладка, 书签
special character, special characters, symbol, symbols, omega, sonderzeichen, 特殊字符
word count, number of words, characters left
spelling, spell check, spellcheck, typos, rechtschreibung, orthographe, ortografia
unread, not read, not yet read, unopened, not opened, ungelesen, non lu, no leido, non letto, 未读
spam, junk, junk mail, spamverdacht, indesirable, correo no deseado, posta indesiderata, спам, 垃圾邮件
draft, drafts, unsent, unfinished, entwurf, entwurfe, brouillon, brouillons, borrador, borradores, bozza, bozze, черновик, черновики, 草稿, 下書き
archive, archived, put away, archiv, archivieren, archiver, archivar, archivia, архив, 归档
sent, sent mail, outbox, outgoing, gesendet, envoyes, enviados, inviati, отправленные, 已发送
inbox, incoming, received, posteingang, boite de reception, bandeja de entrada, posta in arrivo, входящие, 收件箱, 受信トレイ
recipient, recipients, addressee, empfanger, destinataire, destinatario, получатель, 收件人
sender, absender, expediteur, remitente, mittente, отправитель, 发件人
snooze, remind me later, postpone, later, not now, maybe later, spater, plus tard, mas tarde, dopo
reminder, reminders, alarm, alert me, remind, erinnerung, rappel, recordatorio, promemoria, 提醒
today, current date, current day, this day, heute, aujourd hui, hoy, oggi, hoje, vandaag, сегодня, 今天, 今日, اليوم, 오늘, bugun, dzisiaj, dzis
month, monthly, month view, monat, mois, mese, месяц, 月, 월, 달, ay, miesiac
week, weekly, week view, seven days, woche, semaine, semana, settimana, неделя, 周, 주, hafta, tydzien
day, daily, day view, jour, dia, giorno, день, 日
agenda, schedule, timetable, itinerary, programme, terminplan, horaire, horario, programma, расписание, 日程
deadline, due date, due, due by, frist, falligkeit, echeance, fecha limite, scadenza, срок, 截止日期
meeting, appointment, conference, termin, besprechung, reunion, rendez vous, cita, riunione, встреча, 会议
recurring, repeats, repeat, every week, wiederholen, recurrent, ricorrente
list view, as a list, rows, listenansicht, vue en liste
grid view, tiles, thumbnails, cards, as tiles, kachelansicht
recent, recently used, recently opened, last opened, zuletzt, recents, recientes, recenti, недавние
rename, umbenennen, renommer, renombrar, rinomina, переименовать, 重命名
unzip, extract, unpack, decompress, entpacken
zip, compress, pack, zippen
storage, space, disk space, capacity, quota, speicher, stockage, almacenamiento, spazio
backup, backups, back up, sicherung, sauvegarde, copia de seguridad, копия, 备份
sync, synchronize, synchronise, synchronisation, abgleichen
integrations, integration, connected apps, plugins, plugin, plug in, add on, add ons, extension, extensions, apps, erweiterungen, modules, complementos, estensioni, 插件
two factor, two factor authentication, 2fa, second factor, verification code, one time code, otp, authenticator, authenticator app, one time password, second step
sessions, devices, logged in devices, where you are logged in
subscription, plan, membership, tier, pricing, abo, tarif, abonnement, suscripcion, abbonamento, подписка, 套餐
upgrade, go pro, pro version, premium, paid version
trial, probezeit
refund, money back, return, returns, reimburse, erstattung, remboursement, reembolso, rimborso, возврат, 退款
track, tracking, where is my order, sendungsverfolgung, suivi
stock, in stock, availability, available, inventory, lager, disponibilite, disponibilidad, disponibilita, 库存
brand, manufacturer, maker, marke, marque, marca, бренд, 品牌
tax, vat, sales tax, steuer, mehrwertsteuer, tva, impuesto, iva, налог, 税
subtotal, sum before tax, zwischensumme, sous total
sku, article number, item number, part number
review, reviews, rating, ratings, stars, bewertung, bewertungen, avis, resena, resenas, recensione, recensioni, отзывы, 评价, 评论
newsletter, mailing list, email updates
invite, invitation, einladen, inviter, invitar, invita, пригласить, 邀请
assign, assignee, responsible, person responsible, zuweisen, assigner, asignar, assegna
follower, followers, subscribers, fans, abonnes, seguidores
mention, mentions
thread, conversation, discussion, chat, unterhaltung, conversacion, conversazione, обсуждение, 对话, 会话
block, ban, blacklist, blockieren, bloquer
report, flag, melden, signaler, denunciar, segnala
playlist, queue, wiedergabeliste
subtitles, captions, closed captions, subtitle, cc, untertitel, sous titres, subtitulos, sottotitoli, субтитры, 字幕
speed, playback speed, faster, slower, tempo, geschwindigkeit, vitesse, velocidad, velocita
record, recording, microphone, voice message, dictate, aufnehmen, enregistrer, grabar, registra, 录音
camera, webcam, kamera, appareil photo, 相机
chart, charts, graph, graphs, diagram, plot, visualization, diagramm, graphique, grafico, график, 图表, グラフ
statistics, stats, analytics, metrics, insights, figures, statistik, statistiques, estadisticas, statistiche, статистика, 统计
dashboard, overview, home screen, start screen, ubersicht, tableau de bord, tablero, panoramica, обзор, 仪表盘, 概览
repository, repo, source code, source repository, git, github, gitlab
branch, fork, zweig, branche, rama
pull request, merge request, pr, code review
bug, issue, issues, defect, ticket, bug report
endpoint, api call, request url, route
example, sample, demo, sample data, beispiel, exemple, ejemplo, esempio, пример, 示例, 例
schema, model, data model, structure
response, answer, reply, antwort, reponse, respuesta, risposta, ответ, 响应
request, query, anfrage, requete, solicitud, richiesta, запрос, 请求
parameter, parameters, argument, arguments, param, 参数
inherit, inherits, extends, parent class, superclass, base class
deprecated, obsolete, outdated, no longer supported, veraltet
license, licence, terms, terms of use, terms and conditions, conditions, agb, lizenz, conditions generales, condiciones, licenza, лицензия, 许可证, 条款, license agreement, licencia, licenca, licentie, licencja, ライセンス
privacy, privacy policy, data protection, datenschutz, confidentialite, privacidad, riservatezza, конфиденциальность, 隐私
imprint, legal notice, legal, impressum, mentions legales, aviso legal
cookies, cookie settings, consent, tracking settings
keyboard shortcuts, shortcuts, hotkeys, key bindings, tastenkurzel, raccourcis, atajos, scorciatoie
skip to content, skip to main content, skip navigation, skip menu
fullscreen, full screen, whole screen, maximize, maximise, vollbild, plein ecran, pantalla completa, schermo intero, полный экран, 全屏, 全画面
restore down, exit full screen, leave full screen
collapse all, fold all
expand all, unfold all
appearance, theme, look, dark mode, light mode, color scheme, darstellung, design, apparence, apariencia, aspetto, тема, 主题, 外观, テーマ
read only, readonly, not editable, locked, schreibgeschutzt
required, mandatory, must be filled, pflichtfeld, obligatoire, obligatorio, обязательно, 必填
several, multiple, multi, more than one, mehrere, plusieurs, varios, multiplo
date range, from to, period, time span, zeitraum, periode, periodo, intervallo
time zone, timezone, zeitzone, fuseau horaire, zona horaria, fuso orario, часовой пояс, 时区
currency, money unit, wahrung, devise, moneda, valuta, валюта, 货币, 通貨
sidebar, side menu, side panel, seitenleiste, barre laterale, barra lateral, боковая панель, 侧边栏, sidebar toggle, nav toggle, left menu, side bar, menue links, menu lateral
breadcrumb, breadcrumbs, path, where am i
paragraph, text block, absatz, paragraphe, parrafo, paragrafo, абзац, 段落
checklist, check list, task list, to do items
column, columns, spalte, spalten, colonne, columna, columnas, colonna, столбец, 列
row, rows, line, lines, zeile, zeilen, ligne, fila, filas, riga, строка, 行
cell, zelle, cellule, celda, cella, ячейка, 单元格
merge, join, combine, unite, zusammenfuhren, fusionner, combinar, unisci, объединить, 合并
seo, search engine, search engines, search engine optimization, search engine optimisation, suchmaschine, suchmaschinen, moteur de recherche, buscadores, motori di ricerca
favicon, site icon, browser icon, browser tab, tab icon, shortcut icon
analytics, tracking code, tracking script, web analytics, visitor tracking, visitors, tag manager
not found, 404, page not found, missing page, missing, doesn t exist, does not exist, no such page, nicht gefunden, introuvable, no encontrado, non trovato, не найдено, 未找到
server error, internal error, crashed, serverfehler, erreur serveur
card number, credit card number, kartennummer, numero de carte, numero de tarjeta, numero carta, номер карты, 卡号, カード番号
cvv, cvc, ccv, csc, security code, card security code, card verification, verification code, back of the card, prufziffer, codigo de seguridad, code de securite
expiry date, expiration date, expires, expiry, valid until, valid thru, runs out, ablaufdatum, gultig bis, date d expiration, fecha de vencimiento, fecha de caducidad, scadenza, срок действия, 有效期
security, protection, safety, sicherheit, securite, seguridad, sicurezza, seguranca, beveiliging, безопасность, 安全, セキュリティ
certificate, certificates, cert, ca, certificate authority, ssl, tls, zertifikat, certificat, certificado, certificato, сертификат, 证书, 証明書
firewall, packet filter, network protection, paketfilter, pare feu, cortafuegos, брандмауэр, 防火墙
cache, cached, stored copies, kept copies, zwischenspeicher, кэш, 缓存, キャッシュ
force, by force, override, anyway, regardless, erzwingen, forcer, forzar, forzare, forza, forcar, 强制, 強制
global, system wide, systemwide, everywhere, for all users, for everyone, whole machine, whole system, 全局, グローバル
dry run, simulate, simulation, test run, trial run, rehearsal, what if, without doing it, preview only
log level, loglevel, verbosity, verbose, debug level, quiet, silent, how much is logged, how much is printed
retry, retries, try again, attempts, tried again, erneut versuchen, reessayer, reintentar, riprova, повторить, 重试, 再試行
proxy, proxy server, through a proxy
measure, distance, length, ruler, measurement, messen, abstand, mesurer, distance, medir, distancia, misura, misurare, измерить, 测量, 測定
gradient, color gradient, blend, verlauf, farbverlauf, degrade, degradado, sfumatura, градиент, 渐变, グラデーション
free select, free selection, lasso, freehand selection, drawn by hand, by hand, freihand, a main levee, a mano alzada, 自由選択
magic wand, wand, fuzzy select, select similar, zauberstab, baguette magique, varita magica
heal, retouch, repair, touch up, blemish, scratches, spot removal
perspective, vanishing point, perspektive, perspektivisch, perspectiva, prospettiva, перспектива, 透视, 遠近法
installation, install, setup, set up, installieren, installer, instalar, installa, установить, установка, 安装, インストール
automation, automatic, automate, workflow, workflows, automatisch, automatisierung, automatique, automatico, automatisieren, 自动化, 自動化
experience, work experience, career history, erfahrung, berufserfahrung, experiencia, esperienza
skills, abilities, expertise, strengths, good at, fahigkeiten, kenntnisse, competences, habilidades, competenze
personal details, personal information, personal data, profile settings, my data, edit profile, personliche daten, datos personales, donnees personnelles, dati personali
virtualization, virtualisation, virtual machine, virtual machines, vm, hypervisor, virtualisierung, virtualisation, virtualizacion, virtualizzazione
raid, disk array, several disks, multiple disks, disks as one
accordion, collapsible, fold out, folding panel, folding panels, akkordeon
like, likes, thumbs up, thumb up, gefallt mir, j aime, me gusta, mi piace, curtir, нравится, 点赞, いいね
friend, friends, freund, freunde, ami, amis, amigo, amigos, amici, vrienden, друзья, 好友, 友達
`;
